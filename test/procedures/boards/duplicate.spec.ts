import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ItemCopiesService } from '../../../src/modules/items';
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

describe('boards.duplicate', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ name: 'Plan', groups: ['One', 'Two'] });
    const input = { boardId: board.id, groupId: board.group('Two'), name: 'Item' };
    await made(board.organization.owner.client, 'items.create', input);
  });
  const duplicate = (input: object = {}, client = board.organization.owner.client) =>
    client.mutate('boards.duplicate', { id: board.id, ...input });

  it('200: sub-items whose ids are below the id of their parent, as ids of processes with different clocks can be', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    const parent = await anItem(own, { name: 'Parent' });
    const sub = await anItem(own, { name: 'Sub-item', parentId: parent });
    const lowest = ['itm_00000000000000000000000000', sub];
    await own.organization.app.sql.query('update items set id = $1 where id = $2', lowest);
    const copy = await made(client, 'boards.duplicate', { id: own.id, includeItems: true });
    const { data } = await client.query('items.list', { boardId: copy.id, subItems: true });
    const copied = (data.items as { name: string; subItems: { name: string }[] }[]).find(
      ({ name }) => name === 'Parent',
    );
    expect(copied?.subItems.map(({ name }) => name)).toEqual(['Sub-item']);
  });

  it('200: groups and columns in the same project, without items, with one event', async () => {
    let copy: TestBoard['record'];
    const events = await eventsDuring(board.organization, async () => {
      copy = (await duplicate()).data;
    });
    expect(copy).toMatchObject({
      name: 'Plan (Copy)',
      projectId: board.project.id,
      groups: [
        { name: 'One', position: 0 },
        { name: 'Two', position: 1 },
      ],
      columns: [
        { name: 'Status', boardId: copy.id },
        { name: 'People', boardId: copy.id },
      ],
    });
    expect(copy.groups.map(({ id }: { id: string }) => id)).not.toEqual(board.groupIds);
    expect(events.map(({ type, boardId, data }) => ({ type, boardId, data }))).toEqual([
      { type: 'board.created', boardId: copy.id, data: { board: copy } },
    ]);
    const { data } = await board.organization.owner.client.query('items.list', { boardId: copy.id });
    expect(data.items).toEqual([]);
  });

  it('200: with its items and a given name', async () => {
    const { data: copy } = await duplicate({ name: 'Mine', includeItems: true });
    expect(copy.name).toBe('Mine');
    const { data } = await board.organization.owner.client.query('items.list', { boardId: copy.id });
    expect(data.items).toMatchObject([{ name: 'Item', groupId: copy.groups[1].id, position: 0 }]);
  });

  it('200: the groups and columns of the original can be changed while its items are copied', async () => {
    const own = await aBoard({ workspace: board.workspace, groups: ['One', 'Two'] });
    const { client } = own.organization.owner;
    const moved = await anItem(own, { name: 'Moved', groupId: own.group('Two') });
    await anItem(own, { name: 'Stays' });
    const items = own.organization.app.nest.get(ItemCopiesService, { strict: false });
    const copyBoards = items.copyBoards.bind(items);
    let ended = 0;
    const spy = vi.spyOn(items, 'copyBoards').mockImplementationOnce(async (...values) => {
      const late = await made(client, 'boards.groups.create', { boardId: own.id, name: 'Late' });
      await made(client, 'items.move', { id: moved, groupId: late.id });
      await made(client, 'boards.groups.delete', { id: own.group('Two') });
      await made(client, 'columns.create', { boardId: own.id, name: 'Late', type: 'text' });
      ended += 1;
      return copyBoards(...values);
    });
    const { status, data: copy } = await duplicate({ id: own.id, includeItems: true }, client);
    spy.mockRestore();
    expect([status, ended]).toEqual([200, 1]);
    expect(copy.groups.map(({ name }: { name: string }) => name)).toEqual(['One', 'Two']);
    const { data } = await client.query('items.list', { boardId: copy.id });
    const groups = data.items.map(({ name, groupId }: Record<string, string>) => [name, groupId]);
    expect(groups.toSorted()).toEqual([
      ['Moved', copy.groups[0].id],
      ['Stays', copy.groups[0].id],
    ]);
  });

  it('200: references within the board refer to the copy, references to other boards are unchanged', async () => {
    const other = await aBoard({ workspace: board.workspace, columns: [{ name: 'Price', type: 'number' }] });
    const link = { name: 'Parts', type: 'link', config: { boardIds: [other.id] } };
    const own = await aBoard({
      workspace: board.workspace,
      columns: [link, { name: 'After', type: 'dependency' }],
    });
    const { client } = own.organization.owner;
    const config = { linkColumnId: own.column('Parts'), targetColumnId: other.column('Price') };
    await made(client, 'columns.create', { boardId: own.id, name: 'Prices', type: 'lookup', config });
    const first = await anItem(own, { name: 'First' });
    await anItem(own, { name: 'Second', values: { [own.column('After')]: [first] } });
    const { data: copy } = await duplicate({ id: own.id, includeItems: true });
    const [parts, after, prices] = copy.columns;
    expect(parts.config).toEqual({ boardIds: [other.id] });
    expect(prices.config).toMatchObject({ linkColumnId: parts.id, targetColumnId: other.column('Price') });
    const { data } = await client.query('items.list', { boardId: copy.id });
    expect(data.items).toMatchObject([{ name: 'First' }, { name: 'Second' }]);
    expect(data.items[1].values[after.id]).toEqual([data.items[0].id]);
  });

  it('200: a copy depends on copies only: predecessors that are not copied are omitted', async () => {
    const own = await aBoard({
      workspace: board.workspace,
      columns: [{ name: 'After', type: 'dependency' }],
    });
    const { client } = own.organization.owner;
    const names = ['Live', 'Archived', 'Trashed'];
    const ids = [];
    for (const name of names) ids.push(await anItem(own, { name }));
    const after = own.column('After');
    await anItem(own, { name: 'One left', values: { [after]: ids } });
    await anItem(own, { name: 'None left', values: { [after]: ids.slice(1) } });
    await made(client, 'items.archive', { id: ids[1] });
    await made(client, 'items.delete', { id: ids[2] });
    const copy = (await duplicate({ id: own.id, includeItems: true }, client)).data;
    const { data } = await client.query('items.list', { boardId: copy.id });
    const column = copy.columns[0].id;
    const items = data.items.map(({ name, values }: TestBoard['record']) => [name, values[column] ?? null]);
    const live = data.items[0].id;
    expect(live).not.toBe(ids[0]);
    expect(items).toEqual([
      ['Live', null],
      ['One left', [live]],
      ['None left', null],
    ]);
    const filters = [{ columnId: column, operator: 'is_empty' }];
    const empty = await client.query('items.list', { boardId: copy.id, filters, sortBy: column });
    expect(empty.data.items.map(({ name }: { name: string }) => name)).toEqual(['Live', 'None left']);
  });

  it.each([
    ['an empty name', { name: '' }, 'name'],
    ['includeItems that is no boolean', { includeItems: 0 }, 'includeItems'],
    ['an unknown key', { projectId: 'prj_01HQXXXXXXXXXXXXXXXXXXXXXX' }, 'projectId'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await duplicate(input))).toContain(path);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(board.workspace, (client) => duplicate({}, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: all but members of the workspace', async () => {
    expect(await statusesByRole(board.workspace, (client) => duplicate({}, client))).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(board.workspace, 'write', (client) => duplicate({}, client))).toBe(403);
  });

  it("404: another organization's board looks exactly like a missing one", async () => {
    const other = await aBoard();
    expect(await lookOf(other.id, (id) => duplicate({ id }))).toEqual(MISSING);
  });
});
