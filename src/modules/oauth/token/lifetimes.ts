const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Contract §9. */
export const CODE_MS = MINUTE_MS;
/** As long as someone may take to sign on at their organization's host. */
export const DEPARTURE_MS = 10 * MINUTE_MS;
/** Specification, "Limits". */
export const ACCESS_SECONDS = 3_600;
/** A refresh token that no one uses ends; one that is used lives on by the next one (decision 0061). */
export const REFRESH_UNUSED_MS = 60 * DAY_MS;
/** Then the person is asked again, however often the tokens were renewed. */
export const FAMILY_MS = 365 * DAY_MS;
