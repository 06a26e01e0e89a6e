import { beforeAll, describe, expect, it } from 'vitest';
import { parametersOf } from '../../../src/modules/items/list/item-candidates.read-model';
import { LANE_LENGTHS, RANK_AT } from '../../../src/modules/items/list/items-list.statements';
import { aggregateIndex, countKeys } from '../../../src/modules/items/summary/item-summary.statements';
import { newId } from '../../../src/kernel/ids';
import type { RecordKey } from '../../../src/kernel/record-key';
import type { Statement } from '../../../src/platform/database/statement';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { executedPlan, rowsRead } from '../../support/query-plan';
import { columnKey } from '../../support/record-keys';

const ITEMS = 12_000;
const OF_NUMBERS = {
  isFilled: () => 'true',
  value: { of: 'number', sql: () => 'null' },
  indexedBy: 'number_key',
} as const;

describe('plans of items.summary and of jumps', () => {
  let board: TestBoard;
  let lanes: RecordKey[];
  let number: RecordKey;

  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'], columns: [{ name: 'Number', type: 'number' }] });
    const { app, id, owner } = board.organization;
    await app.sql.query(
      `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at, updated_at)
       select $1, 'itm_' || substr($6, 5, 16) || lpad(at::text, 10, '0'), $2, case when at % 3 = 0 then $4 else $3 end,
         at::text, at::text, '{}', nextval('item_ranks'), $5, now(), now()
       from generate_series(1, $7::int) at`,
      [id, board.id, board.groupIds[0], board.groupIds[1], owner.userId, newId('item'), ITEMS],
    );
    await app.sql.query(
      `insert into item_values (column_key, item_key, ordinal, lane, rank, number_key)
       select ${columnKey('$3')}, items.key, 0, lane, rank, length(name)
       from items where organization_id = $1 and board_id = $2`,
      [id, board.id, board.column('Number')],
    );
    await app.sql.query(
      'select item_lane_rebuild(p_lane => key) from groups where organization_id = $1 and id = any ($2)',
      [id, board.groupIds],
    );
    await app.sql.query('vacuum analyze items, item_values, item_runs');
    const { rows } = await app.sql.query<{ key: RecordKey }>(
      `select key from groups where organization_id = $1 and id = any ($2) order by key
       `,
      [id, board.groupIds],
    );
    lanes = rows.map(({ key }) => key);
    const columns = await app.sql.query<{ key: RecordKey }>('select key from columns where id = $1', [
      board.column('Number'),
    ]);
    number = columns.rows[0]!.key;
  });

  async function planOf(build: (values: unknown[]) => Statement) {
    const values: unknown[] = [board.organization.id, lanes];
    const { text } = build(values);
    return executedPlan(board.organization.app.sql, text, values);
  }

  it('counts of groups read counters only', async () => {
    const read = { grouping: 'groupId', groupingKey: null, measures: [], exact: null } as const;
    const nodes = await planOf((values) => aggregateIndex(parametersOf(values), read));
    expect(rowsRead(nodes, 'items') + rowsRead(nodes, 'item_values')).toBe(0);
    expect(rowsRead(nodes, 'item_runs')).toBeLessThan(100);
  });

  it('sums of a column, and filtered ones, read the index of values and no item', async () => {
    const measures = [{ ...OF_NUMBERS, columnKey: number }];
    const read = { grouping: null, groupingKey: null, measures } as const;
    const all = await planOf((values) => aggregateIndex(parametersOf(values), { ...read, exact: null }));
    expect(rowsRead(all, 'items')).toBe(0);
    expect(rowsRead(all, 'item_values')).toBe(ITEMS);
    const matching = (add: (value: unknown) => string) =>
      `select item_key as item, lane from item_values where column_key = ${add(number)}::bigint and lane = any ($2) and number_key >= 5`;
    const filtered = await planOf((values) =>
      aggregateIndex(parametersOf(values), { ...read, exact: [matching] }),
    );
    expect(rowsRead(filtered, 'items')).toBe(0);
    expect(rowsRead(filtered, 'item_values')).toBeLessThanOrEqual(2 * ITEMS);
  });

  it('counts of the keys of a column read its index and no item', async () => {
    const grouping = {
      keys: 'number',
      isList: false,
      sql: () => '',
      indexedBy: 'number_key',
      order: null,
    } as const;
    const nodes = await planOf((values) => countKeys(parametersOf(values), grouping, number));
    expect(rowsRead(nodes, 'items')).toBe(0);
  });

  it('a jump reads counters, and the rows of one run', async () => {
    const { sql } = board.organization.app;
    const lengths = await executedPlan(sql, LANE_LENGTHS.text, [board.organization.id, lanes]);
    expect(rowsRead(lengths, 'items')).toBe(0);
    expect(rowsRead(lengths, 'item_runs')).toBeLessThan(100);
    const { rows } = await sql.query(RANK_AT.text, [lanes[0], 3_000]);
    expect(rows[0].rank).not.toBeNull();
  });
});
