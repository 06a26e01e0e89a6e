import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';
import type { Owner } from './data-home';

/** Explicit, because the locale of whoever started Trestle must not reach the cluster. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  // glibc hands memory back to the system from 128 KiB on and asks for it again with the next statement: 6% of what a
  // small write costs.
  MALLOC_TRIM_THRESHOLD_: String(4 * 1024 * 1024),
  MALLOC_TOP_PAD_: String(512 * 1024),
};

export interface ProgramOptions {
  /** The directory with `bin`. */
  binaries: string;
  account: Owner | undefined;
  /** The cluster's directory (server-path.ts says why). */
  directory: string;
  stdio: StdioOptions;
}

/** Runs `postgres` or `initdb` as the account. The child has a pid: one that cannot be run is an error. */
export async function spawnProgram(
  name: 'initdb' | 'postgres',
  args: string[],
  { binaries, account, directory, stdio }: ProgramOptions,
): Promise<ChildProcess & { pid: number }> {
  try {
    const child = spawn(join(binaries, 'bin', name), args, {
      ...account,
      cwd: directory,
      env: ENVIRONMENT,
      // A process group of its own: the terminal's Ctrl-C must not end the database before we have drained.
      detached: true,
      windowsHide: true,
      stdio,
    });
    if (child.pid !== undefined) return child as ChildProcess & { pid: number };
    throw await new Promise<Error>((resolve) => child.once('error', resolve));
  } catch (error) {
    const user = account ? ` as uid ${account.uid}` : '';
    throw new Error(
      `The embedded PostgreSQL cannot be run here${user} (${(error as Error).message}). It needs a system with ` +
        'glibc, so not Alpine; set DATABASE_URL to use a PostgreSQL of your own',
      { cause: error },
    );
  }
}
