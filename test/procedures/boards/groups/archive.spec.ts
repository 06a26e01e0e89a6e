import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../../support/access-checks';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { made } from '../../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';

interface Shown {
  id: string;
  name: string;
  position: number;
}

describe('boards.groups.archive and boards.groups.restore', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['A', 'B', 'C'] });
  });
  const archive = (input: object = {}, client = board.organization.owner.client) =>
    client.mutate('boards.groups.archive', { id: board.group('B'), ...input });

  const look = async (own: TestBoard) => {
    const { client } = own.organization.owner;
    const read = async (name: string, input: object) => (await client.query(name, input)).data;
    const { groups, itemCount } = await read('boards.get', { id: own.id });
    const { items } = await read('items.list', { boardId: own.id });
    const { items: archived } = await read('items.list', { boardId: own.id, archived: true });
    const { total, groups: counted } = await read('items.summary', { boardId: own.id, groupBy: 'groupId' });
    return {
      groups: groups.map(({ name, position }: Shown) => `${name} ${position}`),
      items: items.map(({ name, position }: Shown) => `${name} ${position}`),
      archived: archived.map(({ name }: Shown) => name),
      itemCount,
      total,
      counts: counted.map(({ count }: { count: number }) => count),
    };
  };

  it('200: the group leaves the board with its items, and both return to their places', async () => {
    const own = await aBoard({ groups: ['A', 'B', 'C'] });
    const { client } = own.organization.owner;
    const in_ = (group: string, name: string, more: object = {}) =>
      anItem(own, { groupId: own.group(group), name, ...more });
    await in_('A', 'a');
    const parent = await in_('B', 'b1');
    await in_('B', 'sub', { parentId: parent });
    await in_('B', 'b2');
    const before = await in_('B', 'archived before');
    await made(client, 'items.archive', { id: before });
    const gone = await in_('B', 'in Trash');
    await made(client, 'items.delete', { id: gone });
    await in_('C', 'c');
    const state = await look(own);
    expect(state).toEqual({
      groups: ['A 0', 'B 1', 'C 2'],
      items: ['a 0', 'b1 0', 'b2 1', 'c 0'],
      archived: ['archived before'],
      itemCount: 4,
      total: 4,
      counts: [1, 2, 1],
    });
    const events = await eventsDuring(own.organization, async () => {
      const archived = await made(client, 'boards.groups.archive', { id: own.group('B') });
      expect(archived).toMatchObject({ name: 'B', archivedAt: expect.stringMatching(/Z$/) });
      expect(await made(client, 'boards.groups.archive', { id: own.group('B') })).toEqual(archived);
    });
    expect(events.map(({ type }) => type)).toEqual(['group.archived']);
    expect(await look(own)).toEqual({
      groups: ['A 0', 'C 1'],
      items: ['a 0', 'c 0'],
      archived: ['b1', 'b2', 'archived before'],
      itemCount: 2,
      total: 2,
      counts: [1, 1],
    });
    const { data: shown } = await client.query('boards.get', { id: own.id, archived: true });
    expect(shown.groups).toMatchObject([{ id: own.group('B'), position: 1 }]);
    const named = { boardId: own.id, groupId: own.group('B') };
    expect((await client.query('items.list', { ...named, archived: true })).data.items).toHaveLength(3);
    expect((await client.query('items.list', named)).status).toBe(404);
    expect((await client.mutate('items.create', { ...named, name: 'New' })).status).toBe(404);
    const again = await eventsDuring(own.organization, async () => {
      const restored = await made(client, 'boards.groups.restore', { id: own.group('B') });
      expect(restored).toMatchObject({ name: 'B', position: 1, archivedAt: null });
      expect(await made(client, 'boards.groups.restore', { id: own.group('B') })).toEqual(restored);
    });
    expect(again.map(({ type }) => type)).toEqual(['group.restored']);
    expect(await look(own)).toEqual(state);
    const { data: subItems } = await client.query('items.list', { boardId: own.id, parentId: parent });
    expect(subItems.items).toMatchObject([{ name: 'sub', position: 0 }]);
    // Its list counts again.
    await in_('B', 'b3');
    expect((await look(own)).items).toContain('b3 2');
  });

  it('200: a single item can be restored before its group, into the first one', async () => {
    const own = await aBoard({ groups: ['A', 'B'] });
    const { client } = own.organization.owner;
    const [one, two] = [
      await anItem(own, { groupId: own.group('B'), name: 'one' }),
      await anItem(own, { groupId: own.group('B'), name: 'two' }),
    ];
    await made(client, 'boards.groups.archive', { id: own.group('B') });
    const restored = await made(client, 'items.restore', { id: one });
    expect(restored).toMatchObject({ groupId: own.group('A'), position: 0 });
    await made(client, 'items.delete', { id: two });
    await made(client, 'boards.groups.restore', { id: own.group('B') });
    expect((await look(own)).items).toEqual(['one 0']);
    // It was archived with its group only, so that it returns to it.
    const returned = await made(client, 'items.restore', { id: two });
    expect(returned).toMatchObject({ groupId: own.group('B') });
    expect((await look(own)).items).toEqual(['one 0', 'two 0']);
  });

  it('200: the position is the end when the board has fewer groups by then', async () => {
    const own = await aBoard({ groups: ['A', 'B', 'C'] });
    const { client } = own.organization.owner;
    await made(client, 'boards.groups.archive', { id: own.group('C') });
    await made(client, 'boards.groups.delete', { id: own.group('A') });
    await made(client, 'boards.groups.restore', { id: own.group('C') });
    expect((await look(own)).groups).toEqual(['B 0', 'C 1']);
  });

  it('200: archives, restores and new items at the same time keep counters and positions', async () => {
    const own = await aBoard({ groups: ['A', 'B'] });
    const { client } = own.organization.owner;
    const id = own.group('B');
    const calls = Array.from({ length: 18 }, (_, at) => {
      if (at % 3 === 0) return client.mutate('boards.groups.archive', { id });
      if (at % 3 === 1) return client.mutate('boards.groups.restore', { id });
      return client.mutate('items.create', { boardId: own.id, groupId: id, name: `${at}` });
    });
    const answers = await Promise.all(calls);
    const created = answers.filter(({ status }, at) => at % 3 === 2 && status === 200).length;
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    await made(client, 'boards.groups.restore', { id });
    const { items, itemCount } = await look(own);
    expect([items.length, itemCount]).toEqual([created, created]);
    expect(items.map((each: string) => Number(each.split(' ')[1]))).toEqual(
      Array.from({ length: created }, (_, at) => at),
    );
  });

  it('400: an unknown key, no id', async () => {
    expect(refusedPaths(await archive({ force: true }))).toEqual(['force']);
    expect(refusedPaths(await archive({ id: undefined }))).toEqual(['id']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(board.workspace, (client) => archive({}, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: all but members of the workspace', async () => {
    expect(await statusesByRole(board.workspace, (client) => archive({}, client))).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(board.workspace, 'write', (client) => archive({}, client))).toBe(403);
  });

  it("404: another organization's group looks exactly like a missing one", async () => {
    const other = await aBoard();
    expect(await lookOf(other.groupIds[0]!, (id) => archive({ id }))).toEqual(MISSING);
  });

  it('409: the group has changed since', async () => {
    const own = await aBoard({ groups: ['A'] });
    const { client } = own.organization.owner;
    const stale = { id: own.group('A'), expectedUpdatedAt: own.record.groups[0].updatedAt };
    await made(client, 'boards.groups.update', { id: own.group('A'), name: 'Changed' });
    expect((await client.mutate('boards.groups.archive', stale)).status).toBe(409);
    await made(client, 'boards.groups.archive', { id: own.group('A') });
    expect((await client.mutate('boards.groups.archive', stale)).status).toBe(409);
    expect((await client.mutate('boards.groups.restore', stale)).status).toBe(409);
  });
});
