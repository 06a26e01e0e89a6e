import { clock } from './clock';

const KEPT_MS = 24 * 3_600_000;

/**
 * Until when the bare row of a record deleted now is kept. What it held goes at once; the row itself still marks the
 * place of a client that is paging through the list it was in, whose cursor would be unknown without it (decision 0031).
 */
export function tombstoneEnd(): Date {
  return new Date(clock.nowMs() + KEPT_MS);
}
