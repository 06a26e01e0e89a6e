import type { PoolClient } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOLDERS } from '../../../src/modules/columns/values/unique-values.service';
import { LEADS_TO } from '../../../src/modules/columns/values/dependency.read-model';
import { SUB_ITEMS } from '../../../src/modules/items/copy/item-originals.read-model';
import { parametersOf } from '../../../src/modules/items/list/item-candidates.read-model';
import { ofEntries } from '../../../src/modules/items/list/item-candidates.statements';
import { RECORDS } from '../../../src/modules/items/items.read-model';
import { LIVE_BY_RANK } from '../../../src/modules/items/list/items-list.statements';
import { EDIT, WRITE_RESULTS } from '../../../src/modules/stored-values/item-cells.statements';
import { ADD, PUT, REMOVE_CELLS } from '../../../src/modules/stored-values/value-index.statements';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { executedPlan, plannedForEmptyTable, rowsRead } from '../../support/query-plan';

const ITEMS = 1_000;
const PAGE = 20;
const TABLES = ['items', 'item_values'];
const GIVEN = ['itm_0100', 'itm_0200', 'itm_0300'];
const LANE = '(1::bigint << 40)';
const COLUMN_KEY = '((1::bigint << 40) + 5)';
const EDITED = JSON.stringify(GIVEN.map((id) => ({ id, set: { col_1: 1 }, cleared: [] })));

/** Items of one list, each with a value of a column. */
async function fill(client: PoolClient, organizationId: string): Promise<void> {
  await client.query(
    `insert into items (organization_id, id, board_id, group_id, name, name_key, "values", rank, created_by, created_at, updated_at, key,
       list, has_orders)
     select $1, 'itm_' || lpad(at::text, 4, '0'), 'brd_1', 'grp_1', 'Item', 'item', '{}', at, 'usr_1', now(), now(),
       ${LANE} + 1000 + at, ${LANE}, false
     from generate_series(1, $2::int) as at`,
    [organizationId, ITEMS],
  );
  await client.query(
    `insert into item_values (column_key, item_key, lane, ordinal, rank, ref, number_key)
     select ${COLUMN_KEY}, key, lane, -1, rank, id, rank from items`,
  );
}

/** In a savepoint: a missing parent is an error. */
async function attempt(client: PoolClient, call: string): Promise<void> {
  await client.query('savepoint attempt');
  await client.query(call).catch(() => client.query('rollback to attempt'));
}

/** What the indexes of the items have found in this transaction. */
async function fetchedItems(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select sum(idx_tup_read)::int as count from (
       select pg_stat_get_xact_tuples_returned(indexrelid) as idx_tup_read from pg_index where indrelid = 'items'::regclass) as indexes`,
  );
  return rows[0]!.count;
}

describe('statements on items that were planned for empty tables', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'After', type: 'dependency' }] });
  });

  const ids = `'{${GIVEN.join()}}'`;
  const ones = `'{1,1,1}'`;
  const keys = `array[${GIVEN.map(() => COLUMN_KEY).join()}]`;
  const columnIds = () => `array[${GIVEN.map(() => `'${board.column('After')}'`).join()}]`;

  /** How many items the statement reads after it was planned. */
  async function itemsRead(text: string, valuesOf: (organization: string) => string[]): Promise<number> {
    const { id, app } = board.organization;
    let count = 0;
    await plannedForEmptyTable(app.sql, TABLES, { text, given: valuesOf(`''`) }, async (client) => {
      await fill(client, id);
      const plan = await executedPlan(client, `execute examined (${valuesOf(`'${id}'`).join()})`, []);
      // An index that is combined with another one names no table.
      expect(plan.map((node) => node['Node Type'])).not.toContain('BitmapAnd');
      count = rowsRead(plan, 'items');
    });
    return count;
  }

  it.each<[string, string, (organization: string) => string[]]>([
    ['added values', ADD.text, (organization) => [organization, keys, ids, ones, ones, ones, ones]],
    ['replaced values', PUT.text, (organization) => [organization, keys, ids, ones, ones]],
    ['deleted values', REMOVE_CELLS.text, (organization) => [organization, columnIds(), ids]],
    ['holders of unique values', HOLDERS.text, (organization) => [organization, keys, ids, `'{}'`]],
    ['results of computations', WRITE_RESULTS.text, (organization) => [organization, `'${EDITED}'`]],
    ['edited cells', EDIT.text, (organization) => [organization, `'${EDITED}'`, 'now()']],
    [
      'dependencies',
      LEADS_TO.text,
      (organization) => [organization, `'${board.column('After')}'`, ids, `'itm_0400'`],
    ],
  ])('%s: each item is read at most once', async (_what, text, valuesOf) => {
    // Fewer when the other side of a join is found to be empty.
    expect(await itemsRead(text, valuesOf)).toBeLessThanOrEqual(GIVEN.length);
  });

  it('items by id are read once, and those before them to count their positions', async () => {
    const read = await itemsRead(RECORDS.text, (organization) => [organization, `'{itm_0001,itm_0002}'`]);
    expect(read).toBe(2 + 1);
  });

  it('a page of a list is read, and no more', async () => {
    const page = (organization: string) => [organization, `array[${LANE}]`, `'-infinity'`];
    expect(await itemsRead(LIVE_BY_RANK(PAGE).text, page)).toBe(PAGE + 1);
  });

  it.each([
    ['one condition', null],
    ['several conditions', 'true'],
  ])('a page filtered by %s is read, and no more', async (_what, test) => {
    const entries = `select item_key as item, lane, rank from item_values
      where column_key = $3::bigint and lane = any ($2) and number_key > $4::double precision`;
    const { text } = ofEntries(parametersOf([1, 2, 3, 4]), null, PAGE, { entries, test });
    const page = (organization: string) => [organization, `array[${LANE}]`, COLUMN_KEY, '0'];
    // Without counters, the items before each item are counted.
    const counted = ((PAGE + 1) * PAGE) / 2;
    expect(await itemsRead(text, page)).toBe((PAGE + 1) * (test === null ? 1 : 2) + counted);
  });

  it('an item without sub-items is read, and no more', async () => {
    const parent = (organization: string) => [organization, `'itm_0001'`, '0'];
    expect(await itemsRead(SUB_ITEMS(PAGE).text, parent)).toBe(1);
  });

  it.each<[string, (organization: string) => string, number]>([
    [
      'values of new items',
      (organization) => `select item_values_add(${[organization, ids, keys, ones, ones, ones, ones].join()})`,
      GIVEN.length,
    ],
    [
      'parents of new items, where one does not exist',
      (organization) =>
        `select item_bulk_create(p_organization => ${organization}, p_board => 'brd_1', p_group => 'grp_1', p_position => null,
           p_ids => '{itm_new}', p_parents => '{itm_none}', p_names => '{}', p_name_keys => '{}', p_descriptions => '{}',
           p_values => '{}', p_entry_items => '{}', p_columns => '{}', p_ordinals => '{}', p_number_keys => '{}', p_text_keys => '{}',
           p_refs => '{}', p_creator => '', p_actor => '', p_now => now(), p_event_ids => '{}', p_origin => '{}')`,
      0,
    ],
  ])('%s: a function reads no other items', async (_what, call, count) => {
    const { id, app } = board.organization;
    await plannedForEmptyTable(app.sql, TABLES, { text: 'select $1::int', given: ['1'] }, async (client) => {
      await attempt(client, call(`''`));
      await fill(client, id);
      const before = await fetchedItems(client);
      await attempt(client, call(`'${id}'`));
      expect((await fetchedItems(client)) - before).toBe(count);
    });
  });
});
