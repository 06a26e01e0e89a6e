/** A session ends after this long, used or not (contract §4). */
export const SESSION_LIFETIME_SECONDS = 30 * 86_400;

/** One that nobody uses for this long is over before. */
export const SESSION_IDLE_MS = 8 * 3_600_000;
