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

/** A receiver can ask for more time, within limits. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/** What a receiver asks for with `Retry-After`, in seconds or as a date: a day at most, and 0 when it is absent or neither. */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  return Math.min(Math.max(0, askedMs(header?.trim() ?? '', nowMs)), MAX_RETRY_AFTER_MS);
}

function askedMs(text: string, nowMs: number): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : at - nowMs;
}
