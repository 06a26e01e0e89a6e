import { beforeAll, describe, expect, it } from 'vitest';
import { LOCK_NEXT } from '../../../src/modules/columns/computed/computed-values.repository';
import { LINKED_VALUES } from '../../../src/modules/columns/computed/lookups/linked-items.read-model';
import {
  ITEMS_LINKING,
  LOOKING_AT,
  SHOWN_COLUMNS,
} from '../../../src/modules/columns/computed/lookups/referencing-lookups.read-model';
import { BOARD } from '../../../src/modules/hierarchy/board-facts.read-model';
import * as keys from '../../../src/modules/stored-values/unique-keys.statements';
import type { Statement } from '../../../src/platform/database/statement';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { executedPlan, scansOf } from '../../support/query-plan';
import { columnKey } from '../../support/record-keys';

const ITEMS = 12_000;
const COLUMNS = 6_000;
/** What none of them may read whole. */
const LARGE = new Set(['items', 'item_values', 'columns']);

describe('statements for columns of many items', () => {
  let board: TestBoard;
  let linked: string;
  beforeAll(async () => {
    board = await aBoard({
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'Links', type: 'link' },
      ],
    });
    linked = await anItem(board);
    const { app, id } = board.organization;
    await app.sql.query(
      `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at,
         updated_at)
       select organization_id, 'itm_0' || lpad(n::text, 25, '0'), board_id, group_id, name, name_key, values, rank + n,
         created_by, created_at, updated_at
       from items, generate_series(1, $2) n where id = $1`,
      [linked, ITEMS],
    );
    await app.sql.query(
      `insert into item_values (column_key, item_key, ordinal, lane, rank, ref)
       select ${columnKey('$3')}, key, 0, lane, rank, case when rank::bigint % 100 = 0 then $2 else id end
       from items where organization_id = $1`,
      [id, linked, board.column('Links')],
    );
    await app.sql.query(
      `insert into columns (organization_id, id, board_id, name, type, position, width, required, config, created_at,
         updated_at)
       select organization_id, 'col_0' || lpad(n::text, 25, '0'), board_id, 'Copy', type, position + n, width, required,
         jsonb_build_object('targetColumnId', 'col_1' || n, 'result', 'number'), created_at, updated_at
       from columns, generate_series(1, $2) n where id = $1`,
      [board.column('Number'), COLUMNS],
    );
    // The columns of many boards, as far as indexes go; this one keeps its two.
    await app.sql.query(
      `insert into boards (organization_id, id, workspace_id, project_id, name, default_view, created_by, created_at,
         updated_at)
       select organization_id, 'brd_0' || lpad(n::text, 25, '0'), workspace_id, project_id, name, default_view, created_by,
         created_at, updated_at
       from boards, generate_series(1, 300) n where id = $1`,
      [board.id],
    );
    await app.sql.query(
      `update columns set board_id = 'brd_0' || lpad((1 + position % 300)::text, 25, '0') where board_id = $1 and position > 1`,
      [board.id],
    );
    await app.sql.query('analyze items, item_values, columns, boards');
  });

  it.each<[string, () => [Statement, unknown[]]]>([
    ['lookups that refer to a column', () => [LOOKING_AT, [[board.column('Number')]]]],
    ['which items link to one', () => [ITEMS_LINKING, [[linked], [board.column('Links')]]]],
    ['values of linked items', () => [LINKED_VALUES(''), [board.id, [linked], [board.column('Number')]]]],
    [
      'the same, held',
      () => [LINKED_VALUES('for share of linked'), [board.id, [linked], [board.column('Number')]]],
    ],
    ['the next items of a board', () => [LOCK_NEXT, [board.id, '']]],
    ['a board with what is looked at', () => [BOARD, [board.id]]],
  ])('%s: no large table is read whole', async (_what, of) => {
    const [{ text }, values] = of();
    const { app, id } = board.organization;
    const scans = scansOf(await executedPlan(app.sql, text, [id, ...values]), LARGE);
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  });

  it.each<[string, (key: string) => [Statement, unknown[]]]>([
    ['the next items that get a key', () => [keys.LOCK_NEXT, [board.id, board.column('Number'), '', 200]]],
    ['items that get a key again', () => [keys.LOCK_ITEMS, [board.id, board.column('Number'), [linked]]]],
    ['the items with keys', (key) => [keys.HOLDERS, [key, ['=1', '=2']]]],
    ['adding keys', (key) => [keys.ADD, [key, [linked], ['=1']]]],
    ['removing the next keys', (key) => [keys.REMOVE_NEXT, [board.id, key, '', 200]]],
    ['whether there are more items', () => [keys.HAS_ITEM_AFTER, [board.id, '', 1_000]]],
  ])('%s: no large table is read whole', async (_what, of) => {
    const { app, id } = board.organization;
    const { rows } = await app.sql.query<{ key: string }>('select key::text from columns where id = $1', [
      board.column('Number'),
    ]);
    const [{ text }, values] = of(rows[0]!.key);
    const scans = scansOf(await executedPlan(app.sql, text, [id, ...values]), LARGE);
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  });

  it('which changed columns lookups show: no large table is read whole', async () => {
    const { app, id } = board.organization;
    const plan = await executedPlan(app.sql, SHOWN_COLUMNS.text, [[id], [board.column('Number')]]);
    const scans = scansOf(plan, LARGE);
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  });
});
