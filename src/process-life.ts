import { setTimeout as delay } from 'node:timers/promises';
import type { Configuration } from './platform/config/configuration';
import type { Log } from './platform/logging/log';
import type { Service } from './service';
import { startProblem } from './start-problem';

/** Ctrl-C in a terminal reaches npm and this process, and npm forwards it: two signals within moments count as one. */
const ONE_ORDER_MS = 1_000;
/** In addition to the drain. With the default drain the total is below the 30 seconds after which orchestrators kill. */
const STOP_WITHIN_MS = 24_000;
/** After a fatal error the wait is shorter. */
const CLEAN_UP_WITHIN_MS = 5_000;

/** Handles signals and fatal errors of a process, and its exit in each case. */
export class ProcessLife {
  private orderedAtMs: number | null = null;
  private isLeaving = false;

  constructor(
    private readonly service: Service,
    private readonly configuration: Configuration,
    private readonly log: Log,
  ) {}

  guard(): void {
    process.on('SIGTERM', () => void this.order('SIGTERM'));
    process.on('SIGINT', () => void this.order('SIGINT'));
    process.on('SIGHUP', () => void this.order('SIGHUP'));
    process.on('uncaughtException', (error) => void this.crash('an uncaught error', error));
    process.on('unhandledRejection', (error) => void this.crash('an unhandled rejection', error));
    this.service.onFailure((reason) => void this.crash(reason));
  }

  /** One line for the operator on standard error, for any cause. */
  async failStart(error: unknown): Promise<void> {
    // It failed because a signal stopped it.
    if (this.orderedAtMs !== null) return;
    const problem = startProblem(error, this.configuration);
    await this.inTime(this.service.stop({ isHurried: true }));
    this.leave(1, `Trestle cannot start: ${problem ?? firstLine(error)}`);
  }

  leave(status: number, lastWords?: string): never {
    if (lastWords !== undefined) process.stderr.write(`${lastWords}\n`);
    try {
      this.log.flushSync();
    } catch {
      // No one reads the log any more.
    }
    process.exit(status);
  }

  private async order(signal: string): Promise<void> {
    const nowMs = performance.now();
    if (this.orderedAtMs !== null) {
      if (nowMs - this.orderedAtMs > ONE_ORDER_MS) this.leave(1, `Trestle was forced to stop by ${signal}`);
      return;
    }
    this.orderedAtMs = nowMs;
    this.log.info('stopping', { signal });
    const limitMs = this.configuration.http.drainSeconds * 1000 + STOP_WITHIN_MS;
    setTimeout(
      () => this.leave(1, `Trestle did not stop within ${limitMs / 1000} s and was terminated`),
      limitMs,
    );
    try {
      // The user who pressed Ctrl-C or closed the terminal is waiting; load balancers do not send these signals.
      await this.service.stop({ isHurried: signal !== 'SIGTERM' });
    } catch (error) {
      this.log.error('stop failed', { error });
      await this.log.drain();
      this.leave(1, `Trestle did not stop properly: ${firstLine(error)}`);
    }
    this.log.info('stopped');
    await this.log.drain();
    this.leave(0);
  }

  private async crash(reason: string, error?: unknown): Promise<void> {
    // Errors during the shutdown are not reported.
    if (this.isLeaving) return;
    this.isLeaving = true;
    this.log.error('stopping after a failure', { reason, error });
    // The application may be in any state: only the database is shut down cleanly.
    await this.inTime(this.service.endDatabase());
    await this.log.drain();
    this.leave(1, `Trestle stops: ${reason}${error === undefined ? '' : ` (${firstLine(error)})`}`);
  }

  private async inTime(work: Promise<void>): Promise<void> {
    const patience = delay(CLEAN_UP_WITHIN_MS, undefined, { ref: false });
    await Promise.race([work, patience]).catch(() => undefined);
  }
}

export function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0]!;
}
