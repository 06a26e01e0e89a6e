import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { sharedApp } from '../../support/app';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { listedItems } from '../../support/item-lists';
import { laneFaults } from './support/lane-faults';
import { columnKey, groupKey } from '../../support/record-keys';

const MANY = 1_000;
/** Above this an item's rank needs maintenance. */
const LONG = 120;

/** The statement of the repository for each creation, without maintenance; returns the rank and whether maintenance is due. */
async function insert(board: TestBoard, position: number, name: string) {
  const { rows } = await board.organization.app.sql.query<{ rank: string; needsMaintenance: boolean }>(
    `select item_rank as rank, needs_maintenance as "needsMaintenance"
     from item_create(
       p_organization => $1, p_board => $2,
       p_version => (select structure_version from boards where organization_id = $1 and id = $2),
       p_group => $3, p_parent => null, p_position => $4, p_id => $5, p_name => $6, p_name_key => $6,
       p_description => null, p_values => $7, p_number_columns => '{}', p_columns => array[${columnKey('$8')}],
       p_ordinals => '{0}', p_number_keys => '{1}', p_text_keys => '{null}', p_refs => '{null}',
       p_creator => $9, p_actor => $9, p_now => now(), p_event_id => $10, p_origin => null)`,
    [
      board.organization.id,
      board.id,
      board.groupIds[0],
      position,
      newId('item'),
      name,
      JSON.stringify({ [board.column('Number')]: 1 }),
      board.column('Number'),
      board.organization.owner.userId,
      newId('event'),
    ],
  );
  return rows[0]!;
}

function tend({ organization, id, groupIds }: TestBoard, rank: string) {
  return organization.app.sql.query(
    `select item_lane_maintain(p_board => $2, p_lane => ${groupKey('$3')}, p_rank => $4)`,
    [organization.id, id, groupIds[0], rank],
  );
}

async function longestRank({ organization }: TestBoard): Promise<number> {
  const { rows } = await organization.app.sql.query(
    'select max(scale(rank)) as digits from items where organization_id = $1 and lane is not null',
    [organization.id],
  );
  return rows[0].digits as number;
}

async function aBoardWithEnds(): Promise<TestBoard> {
  const board = await aBoard({ columns: [{ name: 'Number', type: 'number' }] });
  for (const name of ['first', 'last'])
    await anItem(board, { name, values: { [board.column('Number')]: 1 } });
  return board;
}

/** Names in board order, and again in the order that the index of values keeps. */
async function namesOf(board: TestBoard): Promise<string[]> {
  const { client } = board.organization.owner;
  const inBoardOrder = await listedItems(client, { boardId: board.id });
  const byNumber = await listedItems(client, { boardId: board.id, sortBy: board.column('Number') });
  expect(byNumber).toEqual(inBoardOrder);
  expect(inBoardOrder.map(({ position }) => position)).toEqual([...inBoardOrder.keys()]);
  return inBoardOrder.map(({ name }) => name);
}

const numbers = Array.from({ length: MANY }, (_, at) => `${at}`);
const places = [
  ['behind the first', () => 1, ['first', ...numbers.toReversed(), 'last']],
  ['before the last', (at: number) => at + 1, ['first', ...numbers, 'last']],
] as const;

describe('ranks', () => {
  it.each(places)(
    `${MANY} insertions at the same place, %s, with maintenance whenever it is due`,
    async (_where, position, expected) => {
      const board = await aBoardWithEnds();
      let maintained = 0;
      for (const [at, name] of numbers.entries()) {
        const { rank, needsMaintenance } = await insert(board, position(at), name);
        if (!needsMaintenance) continue;
        maintained += 1;
        await tend(board, rank);
      }
      // Now and then, not with each insertion.
      expect(maintained).toBeLessThan(30);
      expect(await longestRank(board)).toBeLessThanOrEqual(LONG + 4);
      expect(await namesOf(board)).toEqual(expected);
      expect(await laneFaults(board.organization)).toEqual([]);
    },
  );

  it.each(places)(
    `${MANY} insertions at the same place, %s, with maintenance after all of them`,
    async (_where, position, expected) => {
      const board = await aBoardWithEnds();
      let last = '';
      for (const [at, name] of numbers.entries()) last = (await insert(board, position(at), name)).rank;
      expect(await namesOf(board)).toEqual(expected);
      await tend(board, last);
      expect(await longestRank(board)).toBeLessThanOrEqual(LONG / 2);
      expect(await namesOf(board)).toEqual(expected);
      expect(await laneFaults(board.organization)).toEqual([]);
    },
  );

  it('long ranks at both ends of a list are shortened too', async () => {
    const board = await aBoardWithEnds();
    const { client } = board.organization.owner;
    const names = numbers.slice(0, 450);
    for (const name of names) await insert(board, 1, name);
    for (const { id, name } of await listedItems(client, { boardId: board.id })) {
      if (name === 'first' || name === 'last') await client.mutate('items.delete', { id });
    }
    const { rows } = await board.organization.app.sql.query(
      'select rank::text as rank from items where organization_id = $1 and lane is not null order by rank',
      [board.organization.id],
    );
    await tend(board, rows[0].rank as string);
    // Those that were short enough already keep theirs.
    expect(await longestRank(board)).toBeLessThanOrEqual(40);
    expect(await namesOf(board)).toEqual(names.toReversed());
    expect(await laneFaults(board.organization)).toEqual([]);
    // What is appended next still comes behind them all.
    await anItem(board, { name: 'next', values: { [board.column('Number')]: 1 } });
    expect((await namesOf(board)).at(-1)).toBe('next');
  });

  it('maintenance for a rank that no item has, and in an empty list', async () => {
    const board = await aBoard({ columns: [{ name: 'Number', type: 'number' }] });
    const longAgo = `1.${'0'.repeat(LONG)}1`;
    await tend(board, longAgo);
    const id = await anItem(board);
    await tend(board, longAgo);
    expect(await laneFaults(board.organization)).toEqual([]);
    await board.organization.owner.client.mutate('items.delete', { id });
    await tend(board, longAgo);
    expect(await laneFaults(board.organization)).toEqual([]);
  });

  it('insertions over the wire trigger maintenance', async () => {
    const board = await aBoardWithEnds();
    const { client } = board.organization.owner;
    for (let at = 0; at < 450; at += 1) {
      const { status } = await client.mutate('items.create', {
        boardId: board.id,
        groupId: board.groupIds[0],
        name: `${at}`,
        position: 1,
        values: { [board.column('Number')]: 1 },
      });
      expect(status).toBe(200);
    }
    await expect.poll(() => longestRank(board)).toBeLessThanOrEqual(LONG);
    const expected = Array.from({ length: 450 }, (_, at) => `${449 - at}`);
    expect(await namesOf(board)).toEqual(['first', ...expected, 'last']);
    expect(await laneFaults(board.organization)).toEqual([]);
  });

  it('moving sub-items to the same place triggers maintenance', async () => {
    const board = await aBoard();
    const { client } = board.organization.owner;
    const parentId = await anItem(board);
    const subs = [];
    for (const name of ['a', 'b', 'c', 'd']) subs.push(await anItem(board, { name, parentId }));
    // Two that trade places in front of the last two halve the room each time.
    for (let at = 0; at < 900; at += 1) {
      await client.mutate('items.move', { id: subs[at % 2], groupId: board.groupIds[0], position: 1 });
    }
    await expect.poll(() => longestRank(board)).toBeLessThanOrEqual(LONG);
    const names = (await listedItems(client, { boardId: board.id, parentId })).map(({ name }) => name);
    expect(names).toEqual(['a', 'b', 'c', 'd']);
    expect(await laneFaults(board.organization)).toEqual([]);
  });
});

describe('item_rank_between', () => {
  const between = async (low: string, high: string) => {
    const { sql } = await sharedApp();
    const { rows } = await sql.query('select item_rank_between(p_low => $1, p_high => $2)::text as rank', [
      low,
      high,
    ]);
    return rows[0].rank as string;
  };

  it.each([
    ['1', '2', /^1\.5\d{5}1$/],
    ['1', '3', /^2\.\d{5}1$/],
    ['1', '100', /^50\.\d{5}1$/],
    ['-3', '-2', /^-2\.5\d{5}1$/],
    ['-1', '1', /^0\.\d{5}1$/],
    ['0', '0.1', /^0\.05\d{5}1$/],
    ['1.4', '1.5', /^1\.45\d{5}1$/],
    ['1.49', '1.52', /^1\.50\d{5}1$/],
    ['1', '1.0000000000000000000000000000000000000001', /^1\.0{40}5\d{5}1$/],
    [
      '123456789012345678901234567890',
      '123456789012345678901234567892',
      /^123456789012345678901234567891\.\d{5}1$/,
    ],
  ])('of %s and %s is their midpoint and a unique suffix', async (low, high, expected) => {
    expect(await between(low, high)).toMatch(expected);
  });

  it('never returns one rank to two concurrent inserts at the same place', async () => {
    const { sql } = await sharedApp();
    const { rows } = await sql.query(`
      select count(distinct rank)::int as ranks from (
        select item_rank_between(p_low => low, p_high => 1) as rank from (values (-1), (0), (0.5), (0.99)) as lows (low),
          generate_series(1, 5000)) asked`);
    expect(rows).toEqual([{ ranks: 20_000 }]);
  });

  it('is strictly between, however often it is called', async () => {
    const { sql } = await sharedApp();
    const { rows } = await sql.query(`
      with recursive halved (low, high, side, step) as (
        select 1::numeric, 2::numeric, 0, 0
        union all
        select case when side = 0 then low else middle end, case when side = 0 then middle else high end,
          (side + 1) % 2, step + 1
        from (select *, item_rank_between(p_low => low, p_high => high) as middle from halved) next_step where step < 1000)
      select bool_and(low < high) as ordered, max(scale(low)) as digits from halved`);
    expect(rows[0].ordered).toBe(true);
    // Little more than what a thousand halvings need.
    expect(rows[0].digits).toBeLessThan(350);
  });

  it.each([
    ['2', '2'],
    ['3', '2'],
  ])('rejects %s and %s, which have nothing between them', async (low, high) => {
    await expect(between(low, high)).rejects.toThrow(/no rank between/);
  });
});
