import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../../../src/kernel/ids';
import { readCursor, writeCursor } from '../../../../../src/modules/events/feed/feed-cursor';

const feed = { organizationId: newId('organization'), boardId: null };

/** A cursor with a right checksum, which a client can compute. */
function forged(place: string): string {
  const check = createHash('sha256').update(`${feed.organizationId}  ${place}`).digest('base64url');
  return Buffer.from(`${place}.${check.slice(0, 12)}`).toString('base64url');
}

describe('cursors of the change feed', () => {
  it('are read as they were written', () => {
    const place = { number: 7, day: '2028-02-29' };
    expect(writeCursor(feed, place)).toBe(forged('7.2028-02-29'));
    expect(readCursor(feed, writeCursor(feed, place))).toEqual(place);
  });

  it.each(['2026-02-31', '2026-13-01', '9999-99-99', '0000-01-01'])(
    'are rejected with the day %s, which PostgreSQL does not have',
    (day) => {
      expect(() => readCursor(feed, forged(`1.${day}`))).toThrow('since: Unknown cursor');
    },
  );

  it('are rejected for another organization and for a board', () => {
    const cursor = writeCursor(feed, { number: 1, day: '2026-01-01' });
    expect(() => readCursor({ ...feed, organizationId: newId('organization') }, cursor)).toThrow('Unknown');
    expect(() => readCursor({ ...feed, boardId: newId('board') }, cursor)).toThrow('Unknown');
  });
});
