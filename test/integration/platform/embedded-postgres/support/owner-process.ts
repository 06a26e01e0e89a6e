import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface OwnerOptions {
  dataDir: string;
  checkout: string;
  uid?: number;
  gid?: number;
  env?: Record<string, string>;
  execPath?: string;
  /** In a separate process group. */
  detached?: boolean;
}

export interface OwnerReport {
  event: 'ready' | 'failed' | 'exit' | 'stopped' | 'interrupted';
  url: string;
  message: string;
}

/** A process that owns an embedded PostgreSQL: see owner.ts for its side. */
export class OwnerProcess {
  readonly child: ChildProcess;
  private readonly reports: OwnerReport[] = [];
  private complaints = '';

  constructor({ dataDir, checkout, env = {}, ...how }: OwnerOptions) {
    const program = `${checkout}/test/integration/platform/embedded-postgres/support/owner.js`;
    this.child = fork(program, [dataDir], {
      ...how,
      // Nothing of ours: what the tests' own locale is must not decide them.
      env: { PATH: '/usr/bin:/bin', ...env },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr?.on('data', (chunk: Buffer) => (this.complaints += chunk.toString()));
    this.child.on('message', (report) => this.reports.push(report as OwnerReport));
  }

  /** The next report of this kind, or the one that has come. */
  async hear(event: OwnerReport['event']): Promise<OwnerReport> {
    for (;;) {
      const heard = this.reports.find((report) => report.event === event);
      if (heard) return heard;
      const failure = this.reports.find((report) => report.event === 'failed');
      if (failure) throw new Error(failure.message);
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        throw new Error(`The owner process ended without "${event}": ${this.complaints}`);
      }
      const settled = new AbortController();
      const options = { signal: settled.signal };
      await Promise.race([once(this.child, 'message', options), once(this.child, 'close', options)]);
      settled.abort();
    }
  }

  async stop(): Promise<void> {
    this.child.send('stop');
    await this.hear('stopped');
    this.child.disconnect();
    await this.over();
  }

  /** As the kernel does when memory runs out: without a signal handler, without cleanup. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.over();
  }

  async over(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
  }
}
