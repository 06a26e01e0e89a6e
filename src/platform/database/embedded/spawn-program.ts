import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';
import type { Owner } from './data-home';

/** Explicit, because the locale of the operator's shell must not affect the cluster. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  // By default glibc returns memory from 128 KiB on to the system and requests it again for the next statement, which
  // costs 6% of a small write.
  MALLOC_TRIM_THRESHOLD_: String(4 * 1024 * 1024),
  MALLOC_TOP_PAD_: String(512 * 1024),
};

export interface ProgramOptions {
  /** The directory with `bin`. */
  binaries: string;
  account: Owner | undefined;
  /** The cluster's directory (server-path.ts explains why). */
  directory: string;
  stdio: StdioOptions;
}

/** Runs `postgres` or `initdb` as the account. Throws when the program cannot be run, so the child has a pid. */
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
      // A separate process group: Ctrl-C in the terminal must not stop the database before this process has drained.
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
