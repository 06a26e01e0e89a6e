import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../../support/access-checks';
import { anItem } from '../../../support/factories/item.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';

interface Named {
  id: string;
  name: string;
  position: number;
  groupId: string;
}

describe('boards.groups.delete', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['A', 'B', 'C'] });
  });
  const remove = (input: object, client = board.organization.owner.client) =>
    client.mutate('boards.groups.delete', input);
  const fill = async (own: TestBoard, group: string, ...names: string[]): Promise<Named[]> => {
    const items = [];
    for (const name of names) {
      const input = { boardId: own.id, groupId: own.group(group), name };
      items.push(await made(own.organization.owner.client, 'items.create', input));
    }
    return items;
  };

  it('200: its items are moved to Trash and can be restored into the first group', async () => {
    const own = await aBoard({ groups: ['A', 'B', 'C'] });
    const { client } = own.organization.owner;
    const [item] = await fill(own, 'B', 'Item');
    await made(client, 'items.create', {
      boardId: own.id,
      groupId: own.group('B'),
      name: 'Sub',
      parentId: item!.id,
    });
    const { status, data } = await remove({ id: own.group('B') }, client);
    expect([status, data]).toEqual([200, { success: true }]);
    const { data: shown } = await client.query('boards.get', { id: own.id });
    const places = ({ name, position }: Named) => ({ name, position });
    expect(shown.groups.map(places)).toEqual([
      { name: 'A', position: 0 },
      { name: 'C', position: 1 },
    ]);
    expect((await client.query('items.get', { id: item!.id })).status).toBe(404);
    expect((await client.query('items.list', { boardId: own.id })).data.items).toEqual([]);
    const restored = await made(client, 'items.restore', { id: item!.id });
    expect(restored.groupId).toBe(own.group('A'));
  });

  it('200: with moveItemsTo they are moved to the end of that group, in their order', async () => {
    const own = await aBoard({ groups: ['A', 'B'] });
    const { client } = own.organization.owner;
    await fill(own, 'B', 'One', 'Two', 'Three');
    await fill(own, 'A', 'There before');
    await made(client, 'boards.groups.delete', { id: own.group('B'), moveItemsTo: own.group('A') });
    const { data } = await client.query('items.list', { boardId: own.id });
    expect(data.items.map(({ name, position, groupId }: Named) => ({ name, position, groupId }))).toEqual(
      ['There before', 'One', 'Two', 'Three'].map((name, position) => ({
        name,
        position,
        groupId: own.group('A'),
      })),
    );
  });

  it('200: with moveItemsTo in their order, also if it is not the one in which they were created', async () => {
    const own = await aBoard({ groups: ['A', 'B'] });
    for (const name of ['Five', 'Four', 'Three', 'Two', 'One'])
      await anItem(own, { groupId: own.group('B'), name, position: 0 });
    const { client } = own.organization.owner;
    await made(client, 'boards.groups.delete', { id: own.group('B'), moveItemsTo: own.group('A') });
    const { data } = await client.query('items.list', { boardId: own.id });
    expect(data.items.map(({ name }: Named) => name)).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
  });

  it('200: the last group too; the board accepts items again once it has another', async () => {
    const own = await aBoard({ groups: ['Only'] });
    const { client } = own.organization.owner;
    await made(client, 'boards.groups.delete', { id: own.group('Only') });
    expect((await client.query('boards.get', { id: own.id })).data.groups).toEqual([]);
    expect((await client.query('items.list', { boardId: own.id })).data.items).toEqual([]);
    const group = await made(client, 'boards.groups.create', { boardId: own.id, name: 'Next' });
    expect(group.position).toBe(0);
    await made(client, 'items.create', { boardId: own.id, groupId: group.id, name: 'Item' });
  });

  it('200: writes one event for the group', async () => {
    const own = await aBoard({ groups: ['A', 'B'] });
    const { client, userId } = own.organization.owner;
    const [a, b] = own.record.groups;
    const events = await eventsDuring(own.organization, () =>
      remove({ id: b.id, moveItemsTo: a.id }, client),
    );
    const items = { key: expect.any(String), itemIds: [], ranks: [], previousRanks: [] };
    const data = { group: b, moveItemsTo: a.id, ...items };
    expect(events).toEqual([{ type: 'group.deleted', boardId: own.id, actorId: userId, data }]);
  });

  it('400: moveItemsTo itself, a group of another board, an id of another type', async () => {
    const [id] = board.groupIds;
    const [elsewhere] = (await aBoard({ project: board.project })).groupIds;
    const written = await eventsDuring(board.organization, async () => {
      for (const moveItemsTo of [id, elsewhere, newId('board'), '']) {
        expect(refusedPaths(await remove({ id, moveItemsTo }))).toEqual(['moveItemsTo']);
      }
      expect(refusedPaths(await remove({ id, moveTo: id }))).toEqual(['moveTo']);
      expect(refusedPaths(await remove({}))).toEqual(['id']);
    });
    expect(written).toEqual([]);
  });

  it('401: without a credential', async () => {
    const [id] = board.groupIds;
    const codes = await codesWithoutCredential(board.workspace, (client) => remove({ id }, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: all but members of the workspace', async () => {
    const own = await aBoard({ groups: ['A'] });
    const statuses = await statusesByRole(own.workspace, (client) => remove({ id: own.group('A') }, client));
    expect(statuses).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope delete', async () => {
    const [id] = board.groupIds;
    expect(await statusWithoutScope(board.workspace, 'delete', (client) => remove({ id }, client))).toBe(403);
  });

  it("404: another organization's group looks exactly like a missing one, as id and as moveItemsTo", async () => {
    const other = await aBoard();
    const [foreign] = other.groupIds;
    const [id] = board.groupIds;
    expect(await lookOf(foreign!, (each) => remove({ id: each }))).toEqual(MISSING);
    expect(await lookOf(foreign!, (moveItemsTo) => remove({ id, moveItemsTo }))).toEqual(MISSING);
    expect(await lookOf(foreign!, (each) => remove({ id: each, moveItemsTo: id }))).toEqual(MISSING);
    const { data } = await other.organization.owner.client.query('boards.get', { id: other.id });
    expect(data.groups).toHaveLength(1);
  });

  it('404: moveItemsTo in a workspace that the caller cannot see', async () => {
    const { organization, workspace } = board;
    const closed = await aWorkspace({ organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    const { client } = await workspace.addMember('member');
    const [id] = board.groupIds;
    expect(await lookOf(hidden.groupIds[0]!, (moveItemsTo) => remove({ id, moveItemsTo }, client))).toEqual(
      MISSING,
    );
  });

  it('409: the group has changed since', async () => {
    const own = await aBoard({ groups: ['A', 'B'] });
    const { client } = own.organization.owner;
    const [group] = own.record.groups;
    await made(client, 'boards.groups.update', { id: group.id, name: 'Changed' });
    const written = await eventsDuring(own.organization, async () => {
      const stale = { id: group.id, expectedUpdatedAt: group.updatedAt };
      expect((await remove(stale, client)).status).toBe(409);
    });
    expect(written).toEqual([]);
  });

  it('200: while items are created in it, none is lost and none is left in the group', async () => {
    const own = await aBoard({ groups: ['A', 'B'] });
    const { client } = own.organization.owner;
    const creations = Array.from({ length: 20 }, (_, number) =>
      client.mutate('items.create', { boardId: own.id, groupId: own.group('B'), name: `Item ${number}` }),
    );
    const deletion = remove({ id: own.group('B'), moveItemsTo: own.group('A') }, client);
    const answers = await Promise.all(creations);
    expect((await deletion).status).toBe(200);
    const statuses = new Set(answers.map(({ status }) => status));
    for (const status of statuses) expect([200, 404]).toContain(status);
    const { data } = await client.query('items.list', { boardId: own.id });
    const kept = answers.filter(({ status }) => status === 200);
    expect(data.items).toHaveLength(kept.length);
    for (const item of data.items) expect(item.groupId).toBe(own.group('A'));
  });
});
