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
  values: Record<string, unknown>;
}

describe('boards.groups.duplicate', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['A', 'B'] });
  });
  const duplicate = (input: object = {}, client = board.organization.owner.client) =>
    client.mutate('boards.groups.duplicate', { id: board.group('A'), ...input });

  it('200: directly after the original, with its live items, sub-items and values', async () => {
    const own = await aBoard({
      groups: ['A', 'B'],
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'After', type: 'dependency' },
        { name: 'No', type: 'auto_number' },
      ],
    });
    const { client } = own.organization.owner;
    const groupId = own.group('A');
    const one = await anItem(own, { groupId, name: 'one', values: { [own.column('Number')]: 7 } });
    const after = { [own.column('After')]: [one] };
    await anItem(own, { groupId, name: 'two', values: after });
    await anItem(own, { groupId, name: 'sub', parentId: one });
    await made(client, 'items.archive', { id: await anItem(own, { groupId, name: 'archived' }) });
    await made(client, 'items.delete', { id: await anItem(own, { groupId, name: 'trashed' }) });
    await anItem(own, { groupId: own.group('B'), name: 'elsewhere' });
    await made(client, 'boards.groups.update', { id: groupId, color: '#27AE60', collapsed: true });
    let copy: Shown | undefined;
    const events = await eventsDuring(own.organization, async () => {
      copy = await made(client, 'boards.groups.duplicate', { id: groupId });
    });
    expect(copy).toMatchObject({ name: 'A (Copy)', position: 1, color: '#27AE60', collapsed: true });
    expect(events.map(({ type }) => type)).toEqual([
      'group.created',
      'item.created',
      'item.created',
      'item.created',
    ]);
    const { data: shown } = await client.query('boards.get', { id: own.id });
    expect(shown.groups.map(({ name, position }: Shown) => `${name} ${position}`)).toEqual([
      'A 0',
      'A (Copy) 1',
      'B 2',
    ]);
    expect(shown.itemCount).toBe(5);
    const list = { boardId: own.id, groupId: copy!.id };
    const { data } = await client.query('items.list', list);
    const items = data.items as Shown[];
    expect(items.map(({ name, position }) => `${name} ${position}`)).toEqual(['one 0', 'two 1']);
    expect(items[0]!.values).toMatchObject({ [own.column('Number')]: 7, [own.column('No')]: 7 });
    // The dependency names the copy.
    expect(items[1]!.values[own.column('After')]).toEqual([items[0]!.id]);
    const { data: subItems } = await client.query('items.list', { boardId: own.id, parentId: items[0]!.id });
    expect(subItems.items).toMatchObject([{ name: 'sub' }]);
  });

  it('200: without items, with a name', async () => {
    const own = await aBoard({ groups: ['A'] });
    const { client } = own.organization.owner;
    await anItem(own);
    const copy = await made(client, 'boards.groups.duplicate', {
      id: own.group('A'),
      name: 'Next',
      items: false,
    });
    expect(copy).toMatchObject({ name: 'Next', position: 1 });
    const { data } = await client.query('items.list', { boardId: own.id, groupId: copy.id });
    expect(data.items).toEqual([]);
  });

  it('400: more than 1,000 items, and then nothing is written', async () => {
    const own = await aBoard({ groups: ['A'] });
    const { client } = own.organization.owner;
    const items = Array.from({ length: 100 }, (_, at) => ({ name: `Item ${at}` }));
    for (let at = 0; at < 10; at += 1)
      await made(client, 'items.bulkCreate', { boardId: own.id, groupId: own.group('A'), items });
    const { status } = await client.mutate('boards.groups.duplicate', { id: own.group('A') });
    expect(status).toBe(200);
    const parentId = (await client.query('items.list', { boardId: own.id, limit: 1 })).data.items[0].id;
    await anItem(own, { groupId: own.group('A'), name: 'sub', parentId });
    const events = await eventsDuring(own.organization, async () => {
      const answer = await client.mutate('boards.groups.duplicate', { id: own.group('A') });
      expect(refusedPaths(answer)).toEqual(['items']);
    });
    expect(events).toEqual([]);
    await made(client, 'boards.groups.duplicate', { id: own.group('A'), items: false });
  });

  it('400: an unknown key, an empty name, a wrong type', async () => {
    expect(refusedPaths(await duplicate({ position: 0 }))).toEqual(['position']);
    expect(refusedPaths(await duplicate({ name: '' }))).toEqual(['name']);
    expect(refusedPaths(await duplicate({ items: 'yes' }))).toEqual(['items']);
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

  it("404: another organization's group, or an archived one, looks exactly like a missing one", async () => {
    const other = await aBoard();
    expect(await lookOf(other.groupIds[0]!, (id) => duplicate({ id }))).toEqual(MISSING);
    const own = await aBoard({ workspace: board.workspace });
    const { client } = board.organization.owner;
    await made(client, 'boards.groups.archive', { id: own.groupIds[0] });
    expect(await lookOf(own.groupIds[0]!, (id) => duplicate({ id }))).toEqual(MISSING);
  });
});
