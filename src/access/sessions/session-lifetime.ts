/** The absolute lifetime of a session (contract §4). */
export const SESSION_LIFETIME_SECONDS = 30 * 86_400;

/** The idle limit of a session. */
export const SESSION_IDLE_MS = 8 * 3_600_000;
