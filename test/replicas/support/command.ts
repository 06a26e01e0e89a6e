import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { TEST_SECRET } from '../../support/app';
import { START } from '../../support/service-process';

export interface Command {
  kill(): void;
  readonly isOver: boolean;
  /** Its exit code (null after a kill) and what it wrote. */
  readonly end: Promise<{ status: number | null; out: string; err: string }>;
}

/** A command of `trestle` on a database of its own, in a separate process. */
export function command(words: readonly string[], databaseUrl: string, program = START): Command {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, APP_SECRET: TEST_SECRET },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return {
    kill: () => child.kill('SIGKILL'),
    get isOver() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    end: once(child, 'close').then(() => ({ status: child.exitCode, out, err })),
  };
}
