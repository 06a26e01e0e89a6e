const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The delays after the first failure, the second, and so on (contract §8). */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const;

/** A delay is longer by up to this fraction, so that deliveries that failed together are not repeated together. */
const JITTER = 0.1;
/** A receiver can ask for more time, within limits. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * The delay before the next attempt; null after the last one. `retryAfterMs` is what the receiver asked for, and `random` is at
 * least 0 and less than 1.
 */
export function retryDelayMs(failures: number, retryAfterMs: number | null, random: number): number | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  if (delay === undefined) return null;
  const least = Math.max(delay, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
  return Math.round(least * (1 + JITTER * random));
}

/** `Retry-After` in seconds or as a date; null when it is absent or neither. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
