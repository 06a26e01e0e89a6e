import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { findProcess } from './running-process';

/** Reading /proc takes microseconds; other systems have to run a program. */
const WATCH_EVERY_MS = process.platform === 'linux' ? 200 : 2_000;

/** A running server: our child, or a server that an earlier process of ours left behind. */
export class ServerProcess {
  private over = false;

  private constructor(
    readonly pid: number,
    readonly port: number,
    /** Resolves with the reason when the process has exited; never rejects. */
    readonly gone: Promise<string>,
  ) {
    // After an uncaught error this process exits without stop(), and the server shuts down. After kill -9 it remains.
    const onProcessExit = () => this.signal('SIGINT');
    process.once('exit', onProcessExit);
    const settle = async () => {
      await gone;
      this.over = true;
      process.off('exit', onProcessExit);
    };
    void settle();
  }

  static ofChild(child: ChildProcess & { pid: number }, port: number): ServerProcess {
    const gone = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) =>
        resolve(signal ? `ended by ${signal}` : `ended with status ${code}`),
      );
    });
    // The server must not keep a process alive that has nothing else to do.
    child.unref();
    return new ServerProcess(child.pid, port, gone);
  }

  /** Only a parent is notified of an exit, so a process that is not our child is polled. */
  static ofOrphan(pid: number, port: number, startedAt: string | undefined): ServerProcess {
    const gone = new Promise<string>((resolve) => {
      const look = async () => {
        const found = await findProcess(pid);
        if (found && found.startedAt === startedAt) setTimeout(look, WATCH_EVERY_MS).unref();
        else resolve('ended');
      };
      void look();
    });
    return new ServerProcess(pid, port, gone);
  }

  get isOver(): boolean {
    return this.over;
  }

  /**
   * PostgreSQL's fast shutdown: sessions are terminated and everything is written to disk. If it takes too long, an
   * immediate shutdown, after which the next start recovers from the log. Neither loses acknowledged writes.
   */
  async stop(patienceMs = 30_000): Promise<void> {
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      if (this.over) return;
      this.signal(signal);
      if (await this.endsWithin(patienceMs)) return;
    }
    throw new Error(`PostgreSQL (pid ${this.pid}) does not exit, not even after SIGKILL`);
  }

  private async endsWithin(patienceMs: number): Promise<boolean> {
    const patience = new AbortController();
    const timeout = delay(patienceMs, false, { signal: patience.signal }).catch(() => false);
    const ended = await Promise.race([this.gone.then(() => true), timeout]);
    patience.abort();
    return ended;
  }

  private signal(signal: NodeJS.Signals): void {
    try {
      process.kill(this.pid, signal);
    } catch {
      // The process has just exited.
    }
  }
}
