import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIST, LIST_PINNED, REPLIES } from '../../../../src/modules/comments/comments.read-model';
import type { ItemId } from '../../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { executedGenericPlan, executedPlan, rowsRead } from '../../../support/query-plan';

const COMMENTS = 20_000;
const PAGE = 50;

const commentId = (at: number) => `cmt_${String(at).padStart(26, '0')}`;

describe('pages of comments', () => {
  let board: TestBoard;
  let itemId: ItemId;

  /** Comments of one item: the first is the parent of every second, every tenth is pinned, every third deleted. */
  beforeAll(async () => {
    board = await aBoard();
    itemId = await anItem(board);
    const { app, id, owner } = board.organization;
    await app.sql.query(
      `insert into comments (organization_id, id, item_id, parent_id, author_id, body, body_html, mentions, is_pinned,
         created_at, updated_at, tombstone_until)
       select $1, 'cmt_' || lpad(at::text, 26, '0'), $2,
         case when at % 2 = 1 and at > 1 then 'cmt_' || lpad('1', 26, '0') end, $3, 'Text', '<p>Text</p>', '{}',
         at % 10 = 0, now(), now(), case when at % 3 = 0 then now() end
       from generate_series(1, $4::int) as at`,
      [id, itemId, owner.userId, COMMENTS],
    );
    await app.sql.query('analyze comments');
  });

  it.each([
    ['list', LIST, () => itemId, commentId(COMMENTS / 2)],
    ['pinned', LIST_PINNED, () => itemId, commentId(COMMENTS / 2)],
    ['replies', REPLIES, () => commentId(1), commentId(COMMENTS / 2)],
  ] as const)(
    '%s read a page of comments and no more, far from its start',
    async (name, statement, of, cursor) => {
      const { app, id } = board.organization;
      const plan = await executedPlan(app.sql, statement(PAGE).text, [id, of(), cursor]);
      const touched = rowsRead(plan, 'comments');
      // One row more for the cursor. The index of replies contains deleted ones, which are few: they are removed after a day.
      expect(touched).toBeLessThanOrEqual(name === 'replies' ? 2 * PAGE : PAGE + 2);
      expect(touched).toBeGreaterThan(PAGE);
    },
  );

  it('the number of comments of an item is a sum of at most sixteen rows', async () => {
    const { app, id } = board.organization;
    const { rows } = await app.sql.query(
      `select count(*)::int as count, bool_and(shard between 0 and 15) as "isBounded"
       from comment_counts where organization_id = $1`,
      [id],
    );
    expect(rows[0].count).toBeLessThanOrEqual(16);
  });
});

describe('pages of comments, while statistics know few items', () => {
  let board: TestBoard;
  beforeEach(async () => {
    board = await aBoard();
    await board.organization.app.sql.query('truncate comments cascade');
  });

  /** Comments of another item, by number; `parent` is SQL for the parent of number `at`. */
  const discussed = async (parent: string, from: number, to: number, { areKnown = true } = {}) => {
    const item = await anItem(board);
    const { app, id, owner } = board.organization;
    await app.sql.query(
      `insert into comments (organization_id, id, item_id, parent_id, author_id, body, body_html, mentions, is_pinned,
         created_at, updated_at)
       select $1, 'cmt_' || lpad(at::text, 26, '0'), $2, ${parent}, $3, 'Text', '<p>Text</p>', '{}', at % 10 = 0, now(), now()
       from generate_series($4::int, $5::int) as at`,
      [id, item, owner.userId, from, to],
    );
    if (areKnown) await app.sql.query('analyze comments');
    return item;
  };
  const topLevel = 'null::text';
  const replyTo = (number: number) => `case when at > ${number} then '${commentId(number)}' end`;

  it('a few old comments are found without those of other items', async () => {
    const { app, id } = board.organization;
    await discussed(topLevel, 100, COMMENTS);
    const few = await discussed(topLevel, 1, 3, { areKnown: false });
    for (const list of [LIST, LIST_PINNED]) {
      const plan = await executedGenericPlan(app.sql, list(PAGE).text, [id, few, null]);
      expect(rowsRead(plan, 'comments')).toBeLessThanOrEqual(4);
    }
  });

  it('top-level comments are found without the replies to them', async () => {
    const { app, id } = board.organization;
    for (const from of [8_000, 12_000, 16_000]) await discussed(topLevel, from, from + 3_999);
    const item = await discussed(replyTo(1), 1, 5_000, { areKnown: false });
    const plan = await executedGenericPlan(app.sql, LIST(PAGE).text, [id, item, null]);
    expect(rowsRead(plan, 'comments')).toBeLessThanOrEqual(2);
  });

  it('the replies to a comment are found without those to others', async () => {
    const { app, id } = board.organization;
    await discussed(replyTo(100), 100, COMMENTS);
    await discussed(replyTo(1), 1, 4, { areKnown: false });
    const plan = await executedGenericPlan(app.sql, REPLIES(PAGE).text, [id, commentId(1), null]);
    // With the parent, from which the item is read.
    expect(rowsRead(plan, 'comments')).toBeLessThanOrEqual(5);
  });
});
