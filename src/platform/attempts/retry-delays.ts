import { clock } from '../../kernel/clock';
import { randomInteger } from '../crypto/random';

/** The delays after the first failure, the second, and so on, in milliseconds. No attempt follows the failure after the last one. */
export type RetryDelays = readonly number[];

/** A delay is longer by up to this fraction, so that attempts that failed together are not repeated together. */
const JITTER = 0.1;
const STEPS = 1_000;

/**
 * The delay before the next attempt; null when there is none. `leastMs` is what the receiver asked for, and `random` is at least 0
 * and less than 1.
 */
export function retryDelayMs(
  delays: RetryDelays,
  failures: number,
  { leastMs = 0, random }: { leastMs?: number; random: number },
): number | null {
  const delay = delays[failures - 1];
  return delay === undefined ? null : Math.round(Math.max(delay, leastMs) * (1 + JITTER * random));
}

/** When the attempt after so many failures is due; null when there is none. */
export function nextAttemptAt(delays: RetryDelays, failures: number, leastMs = 0): Date | null {
  const delayMs = retryDelayMs(delays, failures, { leastMs, random: randomInteger(0, STEPS) / STEPS });
  return delayMs === null ? null : new Date(clock.nowMs() + delayMs);
}
