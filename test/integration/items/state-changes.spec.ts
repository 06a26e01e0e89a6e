import { describe, expect, it } from 'vitest';
import type { ItemId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { laneFaults } from './support/lane-faults';
import { itemKey } from '../../support/record-keys';

/** An item with so many sub-items; its id first. */
async function aFamily(board: TestBoard, size: number): Promise<ItemId[]> {
  const parent = await anItem(board);
  const ids = [parent];
  for (let at = 0; at < size; at += 1) ids.push(await anItem(board, { name: `${at}`, parentId: parent }));
  return ids;
}

interface FunctionCalls {
  name: string;
  calls: number;
}

const CALLS = 'select funcname as name, calls::int from pg_stat_xact_user_functions order by 1';

/** How often database functions are called, by name, while the items change their state; then all is undone. */
async function callsDuring({ organization }: TestBoard, ids: ItemId[]): Promise<Record<string, number>> {
  const client = await organization.app.sql.connect();
  try {
    await client.query(`begin; set local track_functions = 'pl'`);
    const { rows: before } = await client.query<FunctionCalls>(CALLS);
    await client.query(
      `select item_change_state(p_organization => $1, p_items => $2, p_archived => now(), p_trashed => null,
         p_group => null, p_now => now())`,
      [organization.id, ids],
    );
    const { rows: after } = await client.query<FunctionCalls>(CALLS);
    // The connection may not have reported earlier transactions yet: their calls are counted with these.
    const earlier = new Map(before.map(({ name, calls }) => [name, calls]));
    return Object.fromEntries(after.map(({ name, calls }) => [name, calls - (earlier.get(name) ?? 0)]));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('the change of state of an item with sub-items', () => {
  it('makes as many function calls for 40 sub-items as for 4', async () => {
    const board = await aBoard();
    const few = await callsDuring(board, await aFamily(board, 4));
    const many = await callsDuring(board, await aFamily(board, 40));
    expect(few['item_change_state']).toBe(1);
    // The number of names whose trigrams are indexed is that of the items.
    const { item_name_grams: _few, ...fewCalls } = few;
    const { item_name_grams: _many, ...manyCalls } = many;
    expect(manyCalls).toEqual(fewCalls);
  });

  it('assigns different ranks to all items of a list', async () => {
    const board = await aBoard();
    const { client } = board.organization.owner;
    const { sql } = board.organization.app;
    const [parent, ...subItems] = await aFamily(board, 6);
    const archived = subItems.slice(0, 3);
    await made(client, 'items.bulkArchive', { itemIds: archived });
    // The live sub-items have been given the ranks of the archived ones meanwhile.
    await sql.query(
      `with ranked as (
         select live.id, live.key, away.rank from unnest($2::text[], $3::text[]) as pair (live, away)
         join items live on live.organization_id = $1 and live.id = pair.live
         join items away on away.organization_id = $1 and away.id = pair.away),
       followed as (
         update item_values set rank = ranked.rank from ranked
         where item_key = ranked.key)
       update items set rank = ranked.rank from ranked where organization_id = $1 and items.id = ranked.id`,
      [board.organization.id, subItems.slice(3), archived],
    );
    await sql.query(`select item_lane_rebuild(${itemKey('$2')})`, [board.organization.id, parent]);
    for (const id of archived) await made(client, 'items.restore', { id });
    await made(client, 'items.bulkArchive', { itemIds: subItems });
    await made(client, 'items.delete', { id: parent! });
    await made(client, 'items.restore', { id: parent! });
    for (const id of subItems) await made(client, 'items.restore', { id });
    const { rows } = await sql.query<{ items: number; ranks: number }>(
      `select count(*)::int as items, count(distinct rank)::int as ranks
       from items where lane = ${itemKey('$2')}`,
      [board.organization.id, parent],
    );
    expect(rows).toEqual([{ items: 6, ranks: 6 }]);
    expect(await laneFaults(board.organization)).toEqual([]);
  });

  it('archives an item whose rank an archived item already has', async () => {
    const board = await aBoard();
    const { client } = board.organization.owner;
    const { sql } = board.organization.app;
    const ids = [await anItem(board, { name: 'one' }), await anItem(board, { name: 'two' })];
    await made(client, 'items.bulkArchive', { itemIds: [ids[1]] });
    await sql.query(
      `update items set rank = (select rank from items where organization_id = $1 and id = $2)
       where organization_id = $1 and id = $3`,
      [board.organization.id, ids[0], ids[1]],
    );
    await made(client, 'items.bulkArchive', { itemIds: [ids[0]] });
    const { rows } = await sql.query(
      'select count(distinct rank)::int as ranks from items where organization_id = $1 and id = any ($2)',
      [board.organization.id, ids],
    );
    expect(rows).toEqual([{ ranks: 2 }]);
  });
});
