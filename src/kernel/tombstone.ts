import { clock } from './clock';

const KEPT_MS = 24 * 3_600_000;

/**
 * Until when the empty row of a record is retained whose content is deleted at `deletedAt`, by default now; the row still marks
 * the position of a client that pages through its list, whose cursor would be unknown without it (decision 0031).
 */
export function tombstoneEnd(deletedAt: Date = clock.now()): Date {
  return new Date(deletedAt.getTime() + KEPT_MS);
}
