import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isRetryable } from '../database/database-errors';

const MAX_ATTEMPTS = 8;
const FIRST_WAIT_MS = 10;

/**
 * Lets a connection of the queue try a deadlocked statement again. The queue writes the ends of several jobs in one
 * statement, waits there for whoever enqueues by the keys of these jobs, and takes any error for a reason to end: jobs
 * would then stand still until its locks are known to be a dead worker's.
 */
export function beForgiving(client: pg.PoolClient): void {
  const once = client.query.bind(client) as (...given: unknown[]) => unknown;
  const patiently = async (prepared: { name: string }): Promise<unknown> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(prepared);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
        await delay(FIRST_WAIT_MS * 2 ** (attempt - 1));
      }
    }
  };
  const query = (...given: unknown[]) =>
    given.length === 1 && isPrepared(given[0]) ? patiently(given[0]) : once(...given);
  client.query = query as typeof client.query;
}

/** What the queue asks again and again is prepared, and stands by itself; what it asks inside transactions is not. */
function isPrepared(given: unknown): given is { name: string } {
  return (
    typeof given === 'object' && given !== null && typeof (given as { name?: unknown }).name === 'string'
  );
}
