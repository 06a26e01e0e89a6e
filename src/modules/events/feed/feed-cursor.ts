import type { BoardId, OrganizationId } from '../../../kernel/ids';
import { sha256Text } from '../../../platform/crypto/digest';
import type { EventPlace } from '../../../platform/events/log/event-pages';
import { UnknownFeedCursor } from '../events.errors';

/** What a cursor is valid for: the feed of an organization, or of one of its boards. */
export interface Feed {
  readonly organizationId: OrganizationId;
  readonly boardId: BoardId | null;
}

const CURSOR = /^(\d{1,15})[.](\d{4}-\d\d-\d\d)[.]([\w-]{12})$/;
const CHECK_LENGTH = 12;

/** The text of a place. Its checksum rejects a cursor of another feed; it is no secret, because it gives no access. */
export function writeCursor(feed: Feed, place: EventPlace): string {
  return Buffer.from(plain(feed, place)).toString('base64url');
}

/** Throws UnknownFeedCursor for any text that `writeCursor` does not return for this feed. */
export function readCursor(feed: Feed, cursor: string): EventPlace {
  const [, number, day] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (number === undefined || day === undefined) throw new UnknownFeedCursor();
  const place = { number: Number(number), day };
  if (!isDate(day) || writeCursor(feed, place) !== cursor) throw new UnknownFeedCursor();
  return place;
}

/** Clients can compute the checksum. PostgreSQL has no year 0 and no 31 February. */
function isDate(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return day > '0001' && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function plain({ organizationId, boardId }: Feed, { number, day }: EventPlace): string {
  const place = `${number}.${day}`;
  const check = sha256Text(`${organizationId} ${boardId ?? ''} ${place}`, 'base64url');
  return `${place}.${check.slice(0, CHECK_LENGTH)}`;
}
