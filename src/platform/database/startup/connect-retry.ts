import { setTimeout as delay } from 'node:timers/promises';
import { ServiceUnavailable } from '../../../kernel/app-error';
import type { Log } from '../../logging/log';
import { isUnreachable, sqlState } from '../database-errors';

/**
 * How long a start waits for a database that cannot be reached: longer than a database takes to start or to fail over, and
 * shorter than the five minutes that the startup probe of the chart allows (decision 0147).
 */
export const START_PATIENCE_MS = 120_000;

/** An attempt to connect fails after this time: an overloaded host can take more than a few seconds. */
export const FIRST_CONNECTION_TIMEOUT_MS = 15_000;

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/** Too many connections; the server stops, has crashed, or starts. */
const STARTING_STATES = new Set(['53300', '57P01', '57P02', '57P03']);

/** `limitMs`: for each part of a start. An aborted signal ends the wait after the attempt in progress: it can be a migration. */
export interface ConnectPatience {
  limitMs: number;
  signal?: AbortSignal;
}

/** For commands, whose user waits, and tests: the first failure is reported. */
export const NO_PATIENCE: ConnectPatience = { limitMs: 0 };

/** Repeats what a start does on the database, while the database cannot be reached. Other errors do not heal, and are thrown. */
export class ConnectRetry {
  constructor(
    private readonly log: Pick<Log, 'warn'>,
    private readonly patience: ConnectPatience,
  ) {}

  /** `work` can run again after any of its parts. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { limitMs, signal } = this.patience;
    const beganMs = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS);
        const waitedMs = performance.now() - beganMs;
        if (!canHeal(error) || signal?.aborted || waitedMs + pauseMs > limitMs) throw error;
        const waitedSeconds = Math.round(waitedMs / 1000);
        // Not the error itself: one line, without the stack.
        this.log.warn('the database cannot be reached, the start waits for it', {
          attempt,
          waitedSeconds,
          reason: reasonOf(error),
        });
        await delay(pauseMs, undefined, signal === undefined ? {} : { signal });
      }
    }
  }
}

/** `ServiceUnavailable`: of the application, which has translated the error. */
function canHeal(error: unknown): boolean {
  return (
    isUnreachable(error) || error instanceof ServiceUnavailable || STARTING_STATES.has(sqlState(error) ?? '')
  );
}

/** Messages of connection errors name hosts and users, and no passwords. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof message === 'string' && message !== '' ? message.split('\n', 1)[0]! : String(code);
}
