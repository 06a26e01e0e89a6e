import { beforeAll, describe, expect, it } from 'vitest';
import { SORT_KEYS } from '../../../src/modules/items/list/item-page';
import {
  ASCENDING_OF_MANY,
  DESCENDING_OF_MANY,
  headsOf,
} from '../../../src/modules/items/list/merged-lanes.statements';
import { newId } from '../../../src/kernel/ids';
import type { RecordKey } from '../../../src/kernel/record-key';
import type { Statement } from '../../../src/platform/database/statement';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { executedPlan, rowsRead, scansOf } from '../../support/query-plan';

const GROUPS = 1_000;
const ITEMS = 60_000;
const PAGE = 50;

/** Sorted pages of a board with a thousand groups (decision 0104). */
describe('pages of items.list across many groups', () => {
  let board: TestBoard;
  let lanes: RecordKey[];
  const columns = new Map<string, RecordKey>();

  beforeAll(async () => {
    board = await aBoard({
      groups: ['First'],
      columns: [
        { name: 'Spread', type: 'number' },
        { name: 'Same', type: 'number' },
        { name: 'Skewed', type: 'number' },
      ],
    });
    const { app, id, owner } = board.organization;
    const { sql } = app;
    await sql.query(
      `insert into groups select (jsonb_populate_record(first, jsonb_build_object('id',
           'grp_' || substr($2, 5, 16) || lpad(at::text, 10, '0'), 'key', null, 'position', at))).*
       from groups first, generate_series(2, $3::int) at where first.id = $1`,
      [board.groupIds[0], newId('group'), GROUPS],
    );
    await sql.query(
      `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at, updated_at)
       select $1, 'itm_' || substr($5, 5, 16) || lpad(at::text, 10, '0'), $2, groups.id, at::text, at::text, '{}',
         nextval('item_ranks'), $3, now(), now()
       from generate_series(1, $4::int) at
       join (select id, row_number() over (order by key) - 1 as number from groups where organization_id = $1) groups
         on groups.number = at % $6`,
      [id, board.id, owner.userId, ITEMS, newId('item'), GROUPS],
    );
    const records = await sql.query<{ id: string; key: RecordKey }>(
      'select id, key from columns where organization_id = $1',
      [id],
    );
    for (const name of ['Spread', 'Same', 'Skewed']) {
      columns.set(name, records.rows.find((column) => column.id === board.column(name))!.key);
    }
    // The least and the greatest keys of the skewed column are all in two groups.
    await sql.query(
      `insert into item_values (column_key, item_key, ordinal, lane, rank, number_key)
       select kind.key, items.key, 0, lane, rank, case kind.at
         when 1 then (name::int * 7919) % 100003 when 2 then name::int % 3
         else name::int + case name::int % $3 when 7 then -1e6 when 8 then 1e6 else 0 end end
       from items cross join unnest($2::bigint[]) with ordinality as kind (key, at) where organization_id = $1`,
      [id, [...columns.values()], GROUPS],
    );
    await sql.query('select item_lane_rebuild(p_lane => key) from groups where organization_id = $1', [id]);
    await sql.query('analyze items, item_values, item_runs');
    const ordered = await sql.query<{ key: RecordKey }>(
      'select key from groups where organization_id = $1 order by key',
      [id],
    );
    lanes = ordered.rows.map(({ key }) => key);
  });

  async function entriesRead({ text }: Statement, values: readonly unknown[]): Promise<number> {
    const nodes = await executedPlan(board.organization.app.sql, text, values);
    const scans = scansOf(nodes, new Set(['items', 'item_values']));
    expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    return rowsRead(nodes, 'item_values');
  }

  it.each(['Spread', 'Same', 'Skewed'])('by the column %s', async (name) => {
    const heads = headsOf(GROUPS, PAGE)!;
    // A page of each group would be 51,000.
    const most = 2 * heads * GROUPS;
    const page = [board.organization.id, lanes, columns.get(name)];
    const least = [...page, SORT_KEYS.number.least, 0, '-infinity'];
    const middle = [...page, { Spread: 50_000, Same: 1, Skewed: 30_000 }[name], 500, '-infinity'];
    const read = [
      await entriesRead(ASCENDING_OF_MANY('number', heads, PAGE), least),
      await entriesRead(ASCENDING_OF_MANY('number', heads, PAGE), middle),
      await entriesRead(DESCENDING_OF_MANY('number', true, heads, PAGE), page),
      await entriesRead(DESCENDING_OF_MANY('number', false, heads, PAGE), middle),
    ];
    expect(Math.max(...read), read.join()).toBeLessThan(most);
  });

  it.each([
    ['ascending-of-many', ASCENDING_OF_MANY('number', 2, PAGE)],
    ['descending-of-many', DESCENDING_OF_MANY('number', false, 2, PAGE)],
  ])('the statement %s', async (name, { text }) => {
    await expect(`${text.trim()}\n`).toMatchFileSnapshot(`./statements/${name}.sql`);
  });
});
