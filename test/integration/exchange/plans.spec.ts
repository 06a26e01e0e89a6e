import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { BOARD_ORDER, IN_ORDER } from '../../../src/modules/items/list/board-items.read-model';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { executedPlan, rowsOf, scansOf } from '../../support/query-plan';

const ITEMS = 6_000;
/** Of a batch of 250: the rows found, and each fetched once. */
const ROWS_TOUCHED = 1_000;

describe('a batch of an export', () => {
  let board: TestBoard;

  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'], columns: [] });
    const { app, id, owner } = board.organization;
    await app.sql.query(
      `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at,
         updated_at)
       select $1, 'itm_' || substr($6, 5, 16) || lpad(at::text, 10, '0'), $2, case when at % 2 = 0 then $4 else $3 end,
         'Item', 'item', '{}', at, $5, now(), now()
       from generate_series(1, $7::int) at`,
      [id, board.id, board.groupIds[0], board.groupIds[1], owner.userId, newId('item'), ITEMS],
    );
    await app.sql.query('analyze items');
  });

  it.each([
    ['the first one', 0],
    ['one from the middle', 3_000],
    ['the last of a board', ITEMS - 250],
  ])('reads only the rows that it returns: %s', async (_what, start) => {
    const { app, id } = board.organization;
    const { rows } = await app.sql.query<{ ids: string }>(BOARD_ORDER.text, [id, board.id, board.groupIds]);
    const all = rows[0]!.ids.match(/.{26}/g)!.map((each) => `itm_${each}`);
    expect(new Set(all).size).toBe(ITEMS);
    const plan = await executedPlan(app.sql, IN_ORDER.text, [id, all.slice(start, start + 250), board.id]);
    const scans = scansOf(plan, new Set(['items']));
    expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(Math.max(...scans.map(rowsOf))).toBeLessThan(ROWS_TOUCHED);
  });
});
