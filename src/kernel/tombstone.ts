import { clock } from './clock';

const KEPT_MS = 24 * 3_600_000;

/**
 * Until when the empty row of a record deleted now is retained. Its content is deleted immediately; the row still marks
 * the position of a client that pages through its list, whose cursor would be unknown without it (decision 0031).
 */
export function tombstoneEnd(): Date {
  return new Date(clock.nowMs() + KEPT_MS);
}
