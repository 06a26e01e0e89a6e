const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Contract §9. */
export const CODE_MS = MINUTE_MS;
/** Enough time to sign in at the organization's host. */
export const SESSION_TRANSFER_MS = 10 * MINUTE_MS;
/** Specification, "Limits". */
export const ACCESS_SECONDS = 3_600;
/** An unused refresh token expires; each use issues a new one with a new lifetime (decision 0061). */
export const REFRESH_UNUSED_MS = 60 * DAY_MS;
/** After this time the user must authorize the application again, even if the tokens were refreshed. */
export const FAMILY_MS = 365 * DAY_MS;
