import { beforeAll, describe, expect, it } from 'vitest';
import {
  BY_RANK,
  ASCENDING,
  BY_LAST_CHANGE,
  BY_OPTION,
  CURSOR,
  DESCENDING,
  LIVE_BY_RANK,
  LIVE_BY_RANK_COUNTED,
  WITHOUT_VALUE,
} from '../../../src/modules/items/list/items-list.statements';
import { parametersOf } from '../../../src/modules/items/list/item-candidates.read-model';
import {
  countCandidates,
  ofCandidates,
  ofEntries,
  ofFewCandidates,
} from '../../../src/modules/items/list/item-candidates.statements';
import { FOUND, scanWindow } from '../../../src/modules/items/list/item-scan-windows.statements';
import {
  OPTION_LENGTHS,
  OPTION_RANK,
  SORTED_LENGTH,
  SORTED_PLACE,
} from '../../../src/modules/items/order/sorted-places.statements';
import { SORT_KEYS, type SortKey } from '../../../src/modules/items/list/item-page';
import { newId } from '../../../src/kernel/ids';
import { archivedLane, type RecordKey } from '../../../src/kernel/record-key';
import type { Statement } from '../../../src/platform/database/statement';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { executedPlan, rowsOf, scansOf } from '../../support/query-plan';
import { columnKey, groupKey } from '../../support/record-keys';

const ITEMS = 12_000;
const PAGE = 50;
/** Of a page of 50: rows fetched, their counters, and some fifty index entries for each exact position. */
const ROWS_TOUCHED = 8_000;
/** What no page may read whole. */
const LARGE = new Set(['items', 'item_values', 'item_runs']);

/** A board whose items have a number, a status and a text, every tenth one none of them; a tenth is archived. */
async function aLargeBoard(): Promise<TestBoard> {
  const board = await aBoard({
    groups: ['One', 'Two'],
    columns: [
      { name: 'Number', type: 'number' },
      { name: 'Status', type: 'status' },
      { name: 'Text', type: 'text' },
    ],
  });
  const { app, id, owner } = board.organization;
  await app.sql.query(
    `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at,
       updated_at, archived_at)
     select $1, 'itm_' || substr($6, 5, 16) || lpad(at::text, 10, '0'), $2, case when at % 3 = 0 then $4 else $3 end,
       at::text, at::text, case when at % 10 = 0 then '{}' else jsonb_build_object($7::text, at % 977) end,
       nextval('item_ranks'), $5, now(), now(), case when at % 11 = 0 then now() end
     from generate_series(1, $8::int) at`,
    [
      id,
      board.id,
      board.groupIds[0],
      board.groupIds[1],
      owner.userId,
      newId('item'),
      board.column('Number'),
      ITEMS,
    ],
  );
  await app.sql.query(
    `insert into item_values (column_key, item_key, ordinal, lane, rank, number_key, text_key)
     select ${columnKey('kind.id')}, items.key, 0, lane, rank, case when kind.at = 1 then (items.values ->> $3)::float8 end,
       case kind.at when 2 then 'option ' || (length(name) % 3) when 3 then name end
     from items cross join unnest($4::text[]) with ordinality as kind (id, at)
     where items.organization_id = $1 and items.board_id = $2 and items.values <> '{}'`,
    [id, board.id, board.column('Number'), ['Number', 'Status', 'Text'].map((name) => board.column(name))],
  );
  await app.sql.query(
    'select item_lane_rebuild(p_lane => key) from groups where organization_id = $1 and id = any ($2)',
    [id, board.groupIds],
  );
  await app.sql.query('analyze items, item_values, item_runs');
  return board;
}

describe('pages of items.list', () => {
  let board: TestBoard;
  let cursor: { id: string; key: RecordKey; rank: string };
  let keys: Map<string, RecordKey>;

  beforeAll(async () => {
    board = await aLargeBoard();
    const { rows } = await board.organization.app.sql.query(
      `select id, key, rank::text as rank from items
       where lane = ${groupKey('$2')} and values <> '{}' order by rank offset 3000 limit 1`,
      [board.organization.id, board.groupIds[0]],
    );
    cursor = rows[0];
    const records = await board.organization.app.sql.query<{ id: string; key: RecordKey }>(
      `select id, key from groups where organization_id = $1 union all select id, key from columns where organization_id = $1`,
      [board.organization.id],
    );
    keys = new Map(records.rows.map(({ id, key }) => [id, key]));
  });

  const planOf = ({ text }: Statement, values: readonly unknown[]) =>
    executedPlan(board.organization.app.sql, text, values);

  async function expectFlat(statement: Statement, values: readonly unknown[]): Promise<void> {
    const nodes = await planOf(statement, values);
    const scans = scansOf(nodes, LARGE);
    expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(Math.max(...scans.map(rowsOf))).toBeLessThan(ROWS_TOUCHED);
  }

  const lanes = () => board.groupIds.map((id) => keys.get(id)!);
  const column = (name: string) => keys.get(board.column(name))!;
  const organization = () => board.organization.id;
  const FIRST = [0, '-infinity'] as const;

  it('in board order, from the beginning and from a cursor', async () => {
    await expectFlat(LIVE_BY_RANK(PAGE), [organization(), lanes(), '-infinity']);
    await expectFlat(LIVE_BY_RANK(PAGE), [organization(), lanes(), cursor.rank]);
  });

  it('archived items', async () => {
    const archived = lanes().map(archivedLane);
    await expectFlat(BY_RANK('', PAGE), [organization(), archived, '-infinity']);
  });

  it('items without a value', async () => {
    const withoutValue = [organization(), lanes(), cursor.rank, board.column('Number'), column('Number')];
    await expectFlat(WITHOUT_VALUE('', 'value', PAGE), withoutValue);
    await expectFlat(WITHOUT_VALUE('', 'number', PAGE), withoutValue);
  });

  it('the cursor, and a page that counts the items before it', async () => {
    await expectFlat(LIVE_BY_RANK_COUNTED(PAGE), [organization(), lanes(), cursor.rank]);
    await expectFlat(CURSOR, [organization(), cursor.id, board.id, column('Number'), true]);
  });

  it.each(['number', 'text', 'name', 'createdAt', 'createdBy'] as const)(
    'by %s, ascending and descending',
    async (by) => {
      const key = by === 'number' ? column('Number') : by === 'text' ? column('Text') : null;
      const createdBy = board.organization.owner.userId;
      const start = {
        number: 400,
        text: '5000',
        name: '5000',
        createdAt: new Date().toISOString(),
        createdBy,
      }[by];
      const page = [organization(), lanes(), key];
      await expectFlat(ASCENDING('', by, PAGE), [...page, SORT_KEYS[by].least, ...FIRST]);
      await expectFlat(ASCENDING('', by, PAGE), [...page, start, 1, cursor.rank]);
      await expectFlat(DESCENDING('', by, true, PAGE), page);
      await expectFlat(DESCENDING('', by, false, PAGE), [...page, start, 1, cursor.rank]);
    },
  );

  it.each(['number', 'text', 'name', 'createdAt', 'createdBy'] as const)(
    'a place in the order by %s, from an index alone',
    async (by) => {
      const key = by === 'number' ? column('Number') : by === 'text' ? column('Text') : null;
      const place = 5_000;
      for (const isDescending of [false, true]) {
        const nodes = await planOf(SORTED_PLACE(by, isDescending), [organization(), lanes(), key, place]);
        const scans = scansOf(nodes, LARGE);
        expect(new Set(scans.map((node) => node['Node Type']))).toEqual(new Set(['Index Only Scan']));
        // Each list up to the place, the earlier entries again, and those with the key of the place.
        const read = scans.map((node) => node['Actual Rows'] * node['Actual Loops']);
        expect(Math.max(...read)).toBeLessThanOrEqual((place + 1) * board.groupIds.length);
      }
      expect(
        new Set(
          scansOf(await planOf(SORTED_LENGTH(by), [organization(), lanes(), key]), LARGE).map(
            (node) => node['Node Type'],
          ),
        ),
      ).toEqual(new Set(['Index Only Scan']));
    },
  );

  it('a place in the order of options, from an index alone', async () => {
    const options = ['option 2', 'option 0', 'option 1'];
    const lengths = await planOf(OPTION_LENGTHS, [organization(), lanes(), column('Status'), options]);
    const rank = await planOf(OPTION_RANK, [organization(), lanes()[0], column('Status'), 'option 1', 500]);
    for (const node of scansOf([...lengths, ...rank], LARGE))
      expect(node['Node Type']).toBe('Index Only Scan');
  });

  it('by the last change, reading each list once', async () => {
    const page = [organization(), lanes(), null];
    const start = [new Date().toISOString(), 1, cursor.rank];
    for (const isDescending of [false, true]) {
      for (const isFirst of [true, false]) {
        const statement = BY_LAST_CHANGE('', isDescending, isFirst, PAGE);
        const nodes = await planOf(statement, isFirst ? page : [...page, ...start]);
        const scans = scansOf(nodes, LARGE);
        expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
        const read = scans
          .filter((node) => node['Relation Name'] === 'items')
          .map((node) => node['Actual Rows'] * node['Actual Loops']);
        expect(read.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(ITEMS + ROWS_TOUCHED);
      }
    }
  });

  it('by the order of options', async () => {
    const values = [organization(), lanes(), column('Status'), ['option 2', 'option 0', 'option 1']];
    await expectFlat(BY_OPTION('', PAGE), [...values, ...FIRST]);
    await expectFlat(BY_OPTION('', PAGE), [...values, 1, cursor.rank]);
  });

  it('filtered, by scanning the list and from few candidates', async () => {
    const test = `(item.values ->> $7::text)::double precision = $8::double precision`;
    const start = [organization(), lanes(), column('Number'), SORT_KEYS.number.least, ...FIRST];
    // About every twentieth item: the scan skips about a thousand.
    const often = `(item.values ->> $7::text)::double precision < $8::double precision`;
    await expectFlat(ASCENDING(often, 'number', PAGE), [...start, board.column('Number'), 50]);
    await expectFlat(DESCENDING(test.replace('$7', '$4').replace('$8', '$5'), 'number', true, 1), [
      ...start.slice(0, 3),
      board.column('Number'),
      976,
    ]);
    await expectFlat(BY_RANK(often.replace('$7', '$4').replace('$8', '$5'), PAGE), [
      organization(),
      lanes(),
      '-infinity',
      board.column('Number'),
      50,
    ]);
    const values: unknown[] = [organization(), lanes()];
    const add = parametersOf(values);
    const narrow = `select item_key as key from item_values
      where column_key = ${add(column('Number'))}::bigint and lane = any ($2) and number_key = ${add(400)}::double precision`;
    await expectFlat(countCandidates(narrow, 4_000), values);
    const order = { by: 'number', columnKey: column('Number'), isDescending: true } as const;
    const few = ofCandidates(add, order, { key: 400, lane: 1, rank: cursor.rank }, PAGE, {
      of: 'keys',
      narrow,
      test: 'true',
    });
    await expectFlat(few, values);
  });

  it.each([
    ['of one condition', null],
    ['of several conditions', `item.values <> '{}'`],
  ])(
    'filtered in board order from the index of values: only the items of the page are read, %s',
    async (_what, test) => {
      const values: unknown[] = [organization(), lanes()];
      const add = parametersOf(values);
      // About 500 items.
      const entries = `select item_key as item, lane, rank from item_values
      where column_key = ${add(column('Number'))}::bigint and lane = any ($2) and number_key < ${add(50)}::double precision`;
      for (const start of [null, { key: null, lane: 1, rank: cursor.rank }]) {
        const asked = [...values];
        const page = ofEntries(parametersOf(asked), start, PAGE, { entries, test });
        await expectFlat(page, asked);
        const read = (await planOf(page, asked)).filter((node) => node['Index Name'] === 'items_key_idx');
        expect(read.map(rowsOf)).toEqual(Array(test === null ? 1 : 2).fill(PAGE + 1));
      }
    },
  );

  it('filtered, in windows of all lists', async () => {
    const often = `(item.values ->> $7::text)::double precision < $8::double precision`;
    const start = [organization(), lanes(), column('Number'), SORT_KEYS.number.least, ...FIRST];
    const ascending = { by: 'number', isDescending: false, isFirst: true } as const;
    await expectFlat(scanWindow(often, ascending, PAGE, 128), [...start, board.column('Number'), 50]);
    const descending = { by: 'number', isDescending: true, isFirst: false } as const;
    const from = [organization(), lanes(), column('Number'), 400, 1, cursor.rank];
    await expectFlat(scanWindow(often, descending, PAGE, 1_024), [...from, board.column('Number'), 50]);
    await expectFlat(FOUND, [organization(), lanes(), [cursor.key], [1], [cursor.rank]]);
  });

  it('in board order of many lists, one list after the other', async () => {
    const many = [...lanes(), ...Array.from({ length: 100 }, () => lanes()[1]!)];
    const nodes = await planOf(LIVE_BY_RANK(PAGE), [organization(), many, '-infinity']);
    const walked = scansOf(nodes, new Set(['items']));
    // The first list fills the page: a row per item of the page, and one fetch each.
    for (const node of walked)
      expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThanOrEqual(PAGE + 1);
  });

  it('a part of a name by its grams, whatever other boards contain', async () => {
    const other = await aLargeBoard();
    const values: unknown[] = [organization(), lanes()];
    const add = parametersOf(values);
    const narrow = `select * from items
      where item_name_grams(p_board => board_id, p_text => name)
        @> item_name_needles(p_board => ${add(board.id)}::text, p_part => ${add('119')}::text)`;
    const named = await planOf(countCandidates(narrow, 4_000), values);
    const rows = scansOf(named, new Set(['items']));
    // A hundred or so of 12,000 numbers have 119 in them, and as many of the other board's.
    for (const node of rows) expect(node['Actual Rows'] * node['Actual Loops']).toBeLessThan(140);
    expect(rows.map((node) => node['Node Type'])).toEqual(['Bitmap Heap Scan']);
    expect(other.id).not.toBe(board.id);
    const narrowed = { of: 'items', narrow, test: 'true' } as const;
    await expectFlat(ofCandidates(add, { by: 'rank' }, null, PAGE, narrowed), values);
    await expectFlat(ofFewCandidates(add, { by: 'rank' }, null, 4, narrowed), values);
  });

  it.each(['absent', 'of an empty table'])('with statistics that are %s', async (statistics) => {
    const { sql } = board.organization.app;
    const client = await sql.connect();
    try {
      await client.query('begin');
      await client.query(
        statistics === 'absent'
          ? `delete from pg_statistic where starelid in ('items'::regclass, 'item_values'::regclass, 'item_runs'::regclass)`
          : `update pg_class set reltuples = 0, relpages = 0 where oid in ('items'::regclass, 'item_values'::regclass, 'item_runs'::regclass)`,
      );
      const start = [organization(), lanes(), column('Number'), SORT_KEYS.number.least, ...FIRST];
      const often = `(item.values ->> $7::text)::double precision < $8::double precision`;
      const asked: [Statement, unknown[]][] = [
        [LIVE_BY_RANK(PAGE), [organization(), lanes(), cursor.rank]],
        [ASCENDING('', 'number', PAGE), start],
        [ASCENDING(often, 'number', PAGE), [...start, board.column('Number'), 50]],
        [DESCENDING('', 'text', true, PAGE), [organization(), lanes(), column('Text')]],
      ];
      for (const [{ text }, values] of asked) {
        const touched = scansOf(await executedPlan(client, text, values), LARGE).map(rowsOf);
        expect(Math.max(...touched), text).toBeLessThan(ROWS_TOUCHED);
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it.each([
    ['cursor', CURSOR],
    ['live-by-rank', LIVE_BY_RANK(PAGE)],
    ['live-by-rank-counted', LIVE_BY_RANK_COUNTED(PAGE)],
    ['archived-by-rank', BY_RANK('', PAGE)],
    ['without-value', WITHOUT_VALUE('', 'value', PAGE)],
    ['without-key', WITHOUT_VALUE('', 'number', PAGE)],
    ['by-option', BY_OPTION('', PAGE)],
    ['option-lengths', OPTION_LENGTHS],
    ['option-rank', OPTION_RANK],
    ['by-last-change', BY_LAST_CHANGE('', true, false, PAGE)],
    ...(Object.keys(SORT_KEYS) as SortKey[])
      .filter((by) => by !== 'updatedAt')
      .flatMap((by): [string, Statement][] => [
        [`ascending-${by}`, ASCENDING('', by, PAGE)],
        [`descending-${by}`, DESCENDING('', by, false, PAGE)],
        [`place-ascending-${by}`, SORTED_PLACE(by, false)],
        [`place-descending-${by}`, SORTED_PLACE(by, true)],
      ]),
  ] as [string, Statement][])('the statement %s', async (name, { text }) => {
    await expect(`${text.trim()}\n`).toMatchFileSnapshot(`./statements/${name}.sql`);
  });
});
