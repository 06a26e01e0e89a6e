const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The delays after the first failure, the second, and so on. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
] as const;

/** Statuses after which the same request can succeed: the time, a conflict, too early, too many requests. */
const TEMPORARY = new Set([408, 409, 425, 429]);

/** Whether the receiver rejects the request however often it is repeated: redirects, which are not followed, and most of 4xx. */
export function isFinalStatus(status: number): boolean {
  return status >= 300 && status < 500 && !TEMPORARY.has(status);
}
