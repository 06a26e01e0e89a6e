import { beforeAll, describe, expect, it } from 'vitest';
import { TRASH_PAGE } from '../../../src/modules/items/trash/trash.read-model';
import { TrashSweep } from '../../../src/modules/items/trash/trash.sweep';
import { newId } from '../../../src/kernel/ids';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { eventsDuring } from '../../support/refusals';
import { laneFaults } from './support/lane-faults';

const sweep = async ({ organization }: TestBoard) =>
  organization.app.nest.get(TrashSweep, { strict: false }).run(new AbortController().signal);

async function inTrash(client: WireClient): Promise<string[]> {
  const { data } = await client.query('trash.list', { limit: 200 });
  return data.items.map(({ name }: { name: string }) => name);
}

/** Lets what is in Trash have been there for so many days. */
async function age({ organization }: TestBoard, ids: readonly string[], days: number): Promise<void> {
  const { app, id } = organization;
  for (const [table, key] of [
    ['items', 'id'],
    ['trash_entries', 'item_id'],
  ]) {
    await app.sql.query(
      `update ${table} set trashed_at = trashed_at - $3::int * interval '1 day'
       where organization_id = $1 and (${key} = any ($2)
         or ('${table}' = 'items' and ${key} in (select id from items where parent_id = any ($2))))`,
      [id, ids, days],
    );
  }
}

describe('the daily purge', () => {
  it('purges items after 30 days in Trash, of every organization, in batches, and nothing else', async () => {
    const boards = [await aBoard(), await aBoard()];
    const old: string[][] = [];
    for (const board of boards) {
      const { client } = board.organization.owner;
      const { items } = await made(client, 'items.bulkCreate', {
        boardId: board.id,
        groupId: board.groupIds[0],
        items: Array.from({ length: 100 }, (_, at) => ({ name: `${at}` })),
      });
      const itemIds = items.map(({ id }: { id: string }) => id);
      await anItem(board, { name: 'sub', parentId: itemIds[0] });
      const fresh = await anItem(board, { name: 'fresh' });
      const back = await anItem(board, { name: 'back' });
      await made(client, 'items.bulkDelete', { itemIds: [...itemIds.slice(1), fresh] });
      await made(client, 'items.bulkDelete', { itemIds: [itemIds[0], back] });
      await age(board, [...itemIds, back], 30);
      await age(board, [fresh], 29);
      await made(client, 'items.restore', { id: back });
      old.push(itemIds);
    }
    const [first] = boards;
    const events = await eventsDuring(first!.organization, () => sweep(first!));
    expect(events).toHaveLength(101);
    expect(new Set(events.map(({ type, actorId }) => `${type} ${actorId}`))).toEqual(
      new Set(['item.deleted null']),
    );
    for (const [at, board] of boards.entries()) {
      const { app, id, owner } = board.organization;
      expect(await inTrash(owner.client)).toEqual(['fresh']);
      const { rows } = await app.sql.query('select from items where organization_id = $1 and id = any ($2)', [
        id,
        old[at],
      ]);
      expect(rows).toHaveLength(0);
      expect(await laneFaults(board.organization)).toEqual([]);
      expect((await owner.client.query('items.list', { boardId: board.id })).data.items).toMatchObject([
        { name: 'back' },
      ]);
    }
    expect(await eventsDuring(first!.organization, () => sweep(first!))).toEqual([]);
  });

  it('deletes cursor tombstones after a day', async () => {
    const board = await aBoard();
    const { app, id: organizationId, owner } = board.organization;
    const id = await anItem(board);
    await made(owner.client, 'items.delete', { id });
    await made(owner.client, 'items.restore', { id });
    const page = () => owner.client.query('trash.list', { cursor: id });
    await sweep(board);
    expect((await page()).status).toBe(200);
    await app.sql.query('update trash_entries set tombstone_until = now() where organization_id = $1', [
      organizationId,
    ]);
    await sweep(board);
    expect((await page()).status).toBe(400);
  });
});

describe('a page of trash.list', () => {
  const LIMIT = 50;
  const HIDDEN = 20_000;
  let board: TestBoard;

  beforeAll(async () => {
    board = await aBoard();
    const { app, id, owner } = board.organization;
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    for (let at = 0; at < 3; at += 1)
      await made(owner.client, 'items.delete', { id: await anItem(board, { name: `${at}` }) });
    // Everything that other users deleted later precedes it.
    await app.sql.query(
      `with made as (
         insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by,
           created_at, updated_at, trashed_at)
         select $1, 'itm_' || substr($2, 5, 16) || lpad(at::text, 10, '0'), $3, $4, 'x', 'x', '{}',
           nextval('item_ranks'), $5, now(), now(), now() + at * interval '1 millisecond'
         from generate_series(1, $6::int) at returning id, trashed_at)
       insert into trash_entries (organization_id, item_id, board_id, workspace_id, trashed_at)
       select $1, id, $3, $7, trashed_at from made`,
      [id, newId('item'), hidden.id, hidden.groupIds[0], owner.userId, HIDDEN, closed.id],
    );
    await app.sql.query('analyze items, trash_entries, item_runs');
  });

  it('costs the same whatever workspaces that the caller cannot see contain', async () => {
    const { app, id } = board.organization;
    const places = [board.workspace.id];
    const client = await app.sql.connect();
    try {
      const values = [id, places, 'infinity', '', []];
      await client.query({ name: 'page', text: TRASH_PAGE('workspace', LIMIT).text, values });
      const { rows } = await client.query({
        text: `explain (analyze, format json) ${TRASH_PAGE('workspace', LIMIT).text}`,
        values,
      });
      const plan = JSON.stringify(rows[0]['QUERY PLAN']);
      expect(plan).toContain('trash_entries_workspace_id_idx');
      expect(plan).not.toContain('Seq Scan');
      expect(
        Math.max(...[...plan.matchAll(/"Actual Rows":(\d+)/g)].map(([, count]) => Number(count))),
      ).toBeLessThan(LIMIT);
    } finally {
      client.release();
    }
    const { client: member } = await board.organization.addMember('member');
    expect(await inTrash(member)).toEqual(['2', '1', '0']);
  });

  it.each(['workspace', 'board'] as const)('the statement of a %s', async (scope) => {
    await expect(`${TRASH_PAGE(scope, LIMIT).text.trim()}\n`).toMatchFileSnapshot(
      `./statements/trash-of-${scope}.sql`,
    );
  });
});
