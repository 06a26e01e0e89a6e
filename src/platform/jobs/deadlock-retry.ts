import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isRetryable } from '../database/database-errors';

const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 10;

/**
 * Makes a connection of the queue retry a deadlocked statement. The queue writes the results of several jobs in one
 * statement, which can deadlock with callers that enqueue jobs with the same keys. The queue stops on any error: its jobs
 * would then wait until its worker is considered dead and its locks are released.
 */
export function retryOnDeadlock(client: pg.PoolClient): void {
  const run = client.query.bind(client) as (...given: unknown[]) => unknown;
  const runWithRetries = async (prepared: { name: string }): Promise<unknown> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(prepared);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
        await delay(FIRST_WAIT_MS * 2 ** (attempt - 1));
      }
    }
  };
  const query = (...given: unknown[]) =>
    given.length === 1 && isPrepared(given[0]) ? runWithRetries(given[0]) : run(...given);
  client.query = query as typeof client.query;
}

/** The queue's frequent statements are prepared and run outside transactions; statements in transactions are not. */
function isPrepared(given: unknown): given is { name: string } {
  return (
    typeof given === 'object' && given !== null && typeof (given as { name?: unknown }).name === 'string'
  );
}
