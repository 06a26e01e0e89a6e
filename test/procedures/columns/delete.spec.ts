import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import type { RecordKey } from '../../../src/kernel/record-key';
import { ClearColumnJob } from '../../../src/modules/columns/clear-column.job';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('columns.delete', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: [] });
  });
  const remove = (input: object, client = board.organization.owner.client) =>
    client.mutate('columns.delete', input);
  const aColumn = async (given: object = {}) =>
    made(board.organization.owner.client, 'columns.create', {
      boardId: board.id,
      name: 'Column',
      type: 'text',
      ...given,
    });
  const list = async (of = board) =>
    (await of.organization.owner.client.query('columns.list', { boardId: of.id })).data.columns;

  it('200: the column no longer exists, and the following ones move up', async () => {
    const own = await aBoard({ ...board, columns: ['A', 'B', 'C'].map((name) => ({ name, type: 'text' })) });
    const { status, data } = await remove({ id: own.column('B') });
    expect(status).toBe(200);
    expect(data).toEqual({ success: true });
    const [a, , c] = own.record.columns;
    expect(await list(own)).toEqual([a, { ...c, position: 1 }]);
    const added = await made(own.organization.owner.client, 'columns.create', {
      boardId: own.id,
      name: 'D',
      type: 'text',
    });
    expect(added.position).toBe(2);
  });

  it('200: writes one event in the same transaction, with the column as it was', async () => {
    const column = await aColumn({ name: 'Evented' });
    const events = await eventsDuring(board.organization, () => remove({ id: column.id }));
    expect(events).toMatchObject([{ type: 'column.deleted', boardId: board.id, data: { column } }]);
  });

  it('200: no item shows its value any more', async () => {
    const own = await aBoard({
      ...board,
      columns: [
        { name: 'Gone', type: 'status' },
        { name: 'Kept', type: 'number' },
      ],
    });
    const { client } = own.organization.owner;
    const [gone, kept] = [own.column('Gone'), own.column('Kept')];
    const item = await anItem(own, { values: { [gone]: 'Done', [kept]: 7 } });
    await remove({ id: gone });
    expect((await client.query('items.get', { id: item })).data.values).toEqual({ [kept]: 7 });
    const { data } = await client.query('items.list', { boardId: own.id });
    expect(data.items[0].values).toEqual({ [kept]: 7 });
    expect((await client.query('items.list', { boardId: own.id, sortBy: gone })).status).toBe(400);
    const set = await client.mutate('items.setValue', { itemId: item, columnId: gone, value: 'Done' });
    expect(set.status).toBe(404);
  });

  it('200: removes the values of live, archived and trashed items, and the counter', async () => {
    const own = await aBoard({
      ...board,
      columns: [
        { name: 'Gone', type: 'people' },
        { name: 'No.', type: 'auto_number' },
        { name: 'Kept', type: 'number' },
      ],
    });
    const { client, userId } = own.organization.owner;
    const [gone, number, kept] = [own.column('Gone'), own.column('No.'), own.column('Kept')];
    const items: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      items.push(await anItem(own, { values: { [gone]: [userId], [kept]: index } }));
    }
    await client.mutate('items.archive', { id: items[1] });
    await client.mutate('items.delete', { id: items[2] });
    const { app, id: organizationId } = own.organization;
    const { rows: found } = await app.sql.query('select key from columns where id = $1', [gone]);
    const columnKey: RecordKey = found[0].key;
    for (const id of [gone, number]) await remove({ id });
    const values = async () => {
      const { rows } = await app.sql.query(`select values from items where board_id = $1 order by id`, [
        own.id,
      ]);
      return rows.map((row: { values: object }) => row.values);
    };
    const left = async () => {
      const { rows } = await app.sql.query(
        `select coalesce(columns.id, 'gone') as id from item_values
         join items on items.key = item_key left join columns on columns.key = column_key where items.id = any ($1)
         union all select column_id from column_counters where column_id = any ($2)`,
        [items, [gone, number]],
      );
      return rows.map((row: { id: string }) => row.id);
    };
    // The workers of this process find the jobs that the calls have left.
    await expect.poll(left).toEqual([kept, kept, kept]);
    await expect.poll(values).toEqual([0, 1, 2].map((index) => ({ [kept]: index })));
    // A job may run again after it has worked.
    const run = { id: '1', attempt: 2, isLastAttempt: false, signal: new AbortController().signal };
    const job = app.nest.get(ClearColumnJob, { strict: false });
    await job.perform({ organizationId, boardId: own.id, columnId: gone, columnKey }, run);
    expect(await left()).toEqual([kept, kept, kept]);
  });

  it('200: items can be written while their columns are deleted', async () => {
    const columns = Array.from({ length: 6 }, (_, index) => ({ name: `${index}`, type: 'number' }));
    const own = await aBoard({ ...board, columns });
    const { client } = own.organization.owner;
    const item = await anItem(own);
    const [kept, ...going] = own.columnIds;
    const writes = Array.from({ length: 20 }, (_, value) =>
      client.mutate('items.setValue', { itemId: item, columnId: kept, value }),
    );
    const removals = going.map((id) => remove({ id }));
    for (const { status } of await Promise.all(removals)) expect(status).toBe(200);
    for (const { status } of await Promise.all(writes)) expect([200, 409]).toContain(status);
    expect(await list(own)).toMatchObject([{ id: kept, position: 0 }]);
  });

  it('200: a lookup through it remains', async () => {
    const link = await aColumn({ type: 'link' });
    const lookup = await aColumn({ type: 'lookup', config: { linkColumnId: link.id } });
    await remove({ id: link.id });
    const found = (await list()).find(({ id }: { id: string }) => id === lookup.id);
    expect(found).toMatchObject({ config: { linkColumnId: link.id } });
  });

  it.each([
    ['no id', {}, 'id'],
    ['an id of another noun', { id: newId('item') }, 'id'],
    ['an unknown key', { id: newId('column'), force: true }, 'force'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await remove(input))).toContain(path);
  });

  it('401: without a credential', async () => {
    const { id } = await aColumn();
    expect(await codesWithoutCredential(board.workspace, (client) => remove({ id }, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: all but members of the workspace', async () => {
    const { id } = await aColumn();
    expect(await statusesByRole(board.workspace, (client) => remove({ id }, client))).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope delete', async () => {
    const { id } = await aColumn();
    expect(await statusWithoutScope(board.workspace, 'delete', (client) => remove({ id }, client))).toBe(403);
  });

  it("404: another organization's column looks exactly like a missing one, and remains", async () => {
    const foreign = await aBoard();
    expect(await lookOf(foreign.column('Status'), (id) => remove({ id }))).toEqual(MISSING);
    expect(await list(foreign)).toEqual(foreign.record.columns);
  });

  it('404: a second time', async () => {
    const { id } = await aColumn();
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove({ id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  it('409: an outdated version', async () => {
    const column = await aColumn();
    await made(board.organization.owner.client, 'columns.update', { id: column.id, name: 'Newer' });
    const written = await eventsDuring(board.organization, async () => {
      expect((await remove({ id: column.id, expectedUpdatedAt: column.updatedAt })).status).toBe(409);
    });
    expect(written).toEqual([]);
  });
});
