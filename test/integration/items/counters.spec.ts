import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { listedItems } from '../../support/item-lists';
import { laneFaults } from './support/lane-faults';
import { groupKey } from '../../support/record-keys';

/** Items straight into a group, in the order of their numbers, without counters. */
async function load(board: TestBoard, count: number): Promise<void> {
  const { app, id, owner } = board.organization;
  await app.sql.query(
    `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at,
       updated_at)
     select $1, 'itm_' || substr($5, 5, 16) || lpad(at::text, 10, '0'), $2, $3, at::text, at::text, '{}',
       nextval('item_ranks'), $4, now(), now()
     from generate_series(1, $6::int) at`,
    [id, board.id, board.groupIds[0], owner.userId, newId('item'), count],
  );
}

async function rowsOf({ organization, groupIds }: TestBoard, level: number): Promise<number[]> {
  const { rows } = await organization.app.sql.query(
    `select sum(live)::int as live from item_runs where lane = ${groupKey('$2')} and level = $3
     group by end_rank order by end_rank`,
    [organization.id, groupIds[0], level],
  );
  return rows.map(({ live }) => live as number);
}

describe('counters', () => {
  it('runs are split while a list grows at its end under concurrent writes', async () => {
    const board = await aBoard();
    const { client } = board.organization.owner;
    const create = async (worker: number) => {
      for (let at = 0; at < 75; at += 1) {
        const input = { boardId: board.id, groupId: board.groupIds[0], name: `${worker}.${at}` };
        const { status } = await client.mutate(
          'items.create',
          worker === 0 ? { ...input, position: at } : input,
        );
        expect(status).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, worker) => create(worker)));
    await expect.poll(async () => Math.max(...(await rowsOf(board, 1)))).toBeLessThanOrEqual(112);
    expect((await rowsOf(board, 1)).length).toBeGreaterThan(3);
    expect(await laneFaults(board.organization)).toEqual([]);
    const items = await listedItems(client, { boardId: board.id });
    expect(items.map(({ position }) => position)).toEqual([...Array(600).keys()]);
    // The items of a worker that appends are in the order of its calls.
    for (let worker = 1; worker < 8; worker += 1) {
      const own = items.filter(({ name }) => name.startsWith(`${worker}.`)).map(({ name }) => name);
      expect(own).toEqual(Array.from({ length: 75 }, (_, at) => `${worker}.${at}`));
    }
  });

  it('no writer waits for the counters of another one', async () => {
    const board = await aBoard();
    await anItem(board, {});
    const { organization, groupIds } = board;
    const [holder, writer] = await Promise.all([
      organization.app.sql.connect(),
      organization.app.sql.connect(),
    ]);
    const { rows: lanes } = await holder.query(`select ${groupKey('$2')} as lane`, [
      organization.id,
      groupIds[0],
    ]);
    const { lane } = lanes[0];
    const hold = async () => {
      await holder.query('begin');
      await holder.query('select from item_runs where lane = $1 for no key update', [lane]);
    };
    const count = (delta: number) =>
      writer.query('select item_count_add(p_lane => $1, p_rank => 1, p_delta => $2)', [lane, delta]);
    try {
      await writer.query(`set lock_timeout = '1s'`);
      await hold();
      await count(1);
      await holder.query('rollback');
      // Now also the counters that this connection has added.
      await hold();
      await count(-1);
    } finally {
      await holder.query('rollback');
      await writer.query('reset lock_timeout');
      holder.release();
      writer.release();
    }
    expect(await laneFaults(organization)).toEqual([]);
  });

  it('a rebuilt list has runs of 48 items and blocks of 16 runs, and a split run may split its block', async () => {
    const board = await aBoard();
    const { organization, groupIds } = board;
    await load(board, 3_000);
    await organization.app.sql.query(`select item_lane_rebuild(p_lane => ${groupKey('$2')})`, [
      organization.id,
      groupIds[0],
    ]);
    const runs = await rowsOf(board, 1);
    expect(runs).toEqual([...Array(62).fill(48), 3_000 - 62 * 48]);
    expect(await rowsOf(board, 2)).toEqual([...Array(3).fill(16 * 48), 3_000 - 3 * 16 * 48]);

    // As if a hundred more had come into each of the first runs since.
    await organization.app.sql.query(
      `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at,
           updated_at)
         select organization_id, 'itm_' || copy || substr(id, 6), board_id, group_id, name,
           name_key, values, rank + copy * 0.25, created_by, created_at, updated_at
         from generate_series(1, 2) copy, (
           select *, row_number() over (order by rank) as n from items
           where lane = ${groupKey('$2')}) numbered
         where n <= 50 * 48`,
      [organization.id, groupIds[0]],
    );
    await organization.app.sql.query(
      `update item_runs runs set live = (
         select count(*) from items
         where lane = runs.lane and rank < end_rank and rank >= (
           select coalesce(max(end_rank), '-infinity') from item_runs below
           where below.lane = runs.lane and below.level = runs.level and below.end_rank < runs.end_rank))
       where lane = ${groupKey('$2')}`,
      [organization.id, groupIds[0]],
    );
    // So much at once is nothing that the planner has heard of: it would read all items for each of them.
    await organization.app.sql.query('analyze items, item_runs');
    expect(await laneFaults(organization)).toEqual([]);
    const { rows: lasts } = await organization.app.sql.query(
      `select (select max(rank) from items where lane = runs.lane and rank < end_rank)::text as rank
         from item_runs runs where lane = ${groupKey('$2')} and level = 1 order by end_rank limit 50`,
      [organization.id, groupIds[0]],
    );
    for (const { rank } of lasts) {
      await organization.app.sql.query(
        `select item_lane_maintain(p_board => $2, p_lane => ${groupKey('$3')}, p_rank => $4)`,
        [organization.id, board.id, groupIds[0], rank],
      );
    }
    expect(await laneFaults(organization)).toEqual([]);
    const runsOfBlocks = await organization.app.sql.query<{ runs: number }>(
      `select count(*)::int as runs from (
         select (
           select min(end_rank) from item_runs blocks
           where blocks.lane = runs.lane and blocks.level = 2 and blocks.end_rank >= runs.end_rank) as block
         from item_runs runs where lane = ${groupKey('$2')} and level = 1 group by lane, end_rank) numbered
       group by block order by block`,
      [organization.id, groupIds[0]],
    );
    const sizes = runsOfBlocks.rows.map(({ runs }) => runs);
    expect(sizes.length).toBeGreaterThan(8);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(32);
  });

  it('the runs of a long list have the cube root of the number of its items', async () => {
    const board = await aBoard();
    const { organization, groupIds } = board;
    await load(board, 3_000);
    // As if other runs had the rest of eight million.
    await organization.app.sql.query(
      `insert into item_runs (lane, level, end_rank, writer, live) values (${groupKey('$2')}, 2, 'infinity', 0, 8000000)`,
      [organization.id, groupIds[0]],
    );
    await organization.app.sql.query(
      `select item_runs_rebuild(p_lane => ${groupKey('$2')}, p_from => -1, p_to => 'infinity')`,
      [organization.id, groupIds[0]],
    );
    expect(await rowsOf(board, 1)).toEqual(Array(15).fill(200));
  });

  it('the blocks of a long list have half the cube root of the number of its items', async () => {
    const board = await aBoard();
    const { organization, groupIds } = board;
    const parameters = [organization.id, groupIds[0]];
    await organization.app.sql.query(
      `insert into item_runs (lane, level, end_rank, writer, live)
       select ${groupKey('$2')}, 1, case run when 8_000 then 'infinity' else run::numeric end, 0, 1000
       from generate_series(1, 8_000) run`,
      parameters,
    );
    await organization.app.sql.query(`select item_blocks_rebuild(p_lane => ${groupKey('$2')})`, parameters);
    expect(await rowsOf(board, 2)).toEqual(Array(80).fill(100 * 1_000));
  });

  it('an emptied list counts zero, and continues counting from there', async () => {
    const board = await aBoard();
    const { client } = board.organization.owner;
    const ids = [];
    for (let at = 0; at < 5; at += 1) ids.push(await anItem(board));
    await client.mutate('items.bulkDelete', { itemIds: ids });
    expect(await rowsOf(board, 1)).toEqual([0]);
    expect(await laneFaults(board.organization)).toEqual([]);
    await anItem(board, { position: 3 });
    await client.mutate('items.restore', { id: ids[2] });
    expect((await listedItems(client, { boardId: board.id })).map(({ position }) => position)).toEqual([
      0, 1,
    ]);
    expect(await laneFaults(board.organization)).toEqual([]);
  });
});
