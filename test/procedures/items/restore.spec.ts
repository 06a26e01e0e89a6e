import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('items.restore', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'] });
  });
  const owner = () => board.organization.owner.client;
  const restore = (input: object, client = owner()) => client.mutate('items.restore', input);
  const put = (verb: 'archive' | 'delete', id: string, client = owner()) =>
    made(client, `items.${verb}`, { id });

  it.each(['archive', 'delete'] as const)('200: after %s it is at its former place', async (verb) => {
    const own = await aBoard({ columns: [{ name: 'Number', type: 'number' }] });
    const { client } = own.organization.owner;
    const number = own.column('Number');
    const ids: Record<string, string> = {};
    for (const name of 'ABCD') ids[name] = await anItem(own, { name, values: { [number]: 1 } });
    await put(verb, ids['A']!, client);
    await put(verb, ids['C']!, client);
    const { status, data } = await restore({ id: ids['C'] }, client);
    expect(status).toBe(200);
    expect(data).toMatchObject({ id: ids['C'], name: 'C', position: 1, values: { [number]: 1 } });
    expect((await restore({ id: ids['A'] }, client)).data.position).toBe(0);
    for (const input of [{}, { sortBy: number }, { sortBy: number, sortDir: 'desc' }]) {
      expect(await listedNames(own, input)).toEqual(['A', 'B', 'C', 'D']);
      expect(await listedNames(own, { ...input, archived: true })).toEqual([]);
    }
    const listed = await listedItems(client, { boardId: own.id });
    expect(listed.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  });

  it('200: an item without a number gets the next one, its sub-items after it', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    const create = (name: string, type: string, config: object) =>
      made(client, 'columns.create', { boardId: own.id, name, type, config });
    const parent = await anItem(own, { name: 'parent' });
    const child = await anItem(own, { name: 'child', parentId: parent });
    await put('delete', parent, client);
    await anItem(own, { name: 'other' });
    const { id: number } = await create('Number', 'auto_number', { start: 7 });
    const { id: next } = await create('Next', 'formula', { expression: '{Number} + 1' });
    const { status, data } = await restore({ id: parent }, client);
    expect(status).toBe(200);
    expect(data.values).toMatchObject({ [number]: 8, [next]: 9 });
    expect((await client.query('items.get', { id: child })).data.values).toMatchObject({ [number]: 9 });
    const filters = [{ columnId: number, operator: 'is', value: 8 }];
    expect(await listedNames(own, { filters })).toEqual(['parent']);
    expect(await listedNames(own, { sortBy: number })).toEqual(['other', 'parent']);
    const last = await made(client, 'items.create', {
      boardId: own.id,
      groupId: own.groupIds[0],
      name: 'last',
    });
    expect(last['values']).toMatchObject({ [number]: 10 });
    for (const verb of ['archive', 'delete'] as const) {
      await put(verb, parent, client);
      expect((await restore({ id: parent }, client)).data.values[number]).toBe(8);
    }
  });

  it('200: next to the item that took its place meanwhile', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    await anItem(own, { name: 'front' });
    await anItem(own, { name: 'end' });
    const between = (name: string) => anItem(own, { name, position: 1 });
    const ids = [];
    for (const name of ['1', '2', '3']) {
      const id = await between(name);
      await put(name === '2' ? 'archive' : 'delete', id, client);
      ids.push(id);
    }
    await between('4');
    for (const id of ids) expect((await restore({ id }, client)).status).toBe(200);
    const listed = await listedItems(client, { boardId: own.id, limit: 1 });
    expect(listed.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(listed.map(({ name }) => name).at(0)).toBe('front');
    expect(listed.map(({ name }) => name).at(-1)).toBe('end');
  });

  it('200: one event; none for an item that is live', async () => {
    const id = await anItem(board);
    const actorId = board.organization.owner.userId;
    await put('delete', id);
    const events = await eventsDuring(board.organization, async () => {
      const first = await restore({ id });
      const second = await restore({ id });
      expect([second.status, second.data]).toEqual([200, first.data]);
    });
    const data = { groupId: board.groupIds[0], parentId: null, position: expect.any(Number) };
    expect(events).toEqual([{ type: 'item.restored', boardId: board.id, actorId, data }]);
  });

  it.each(['archive', 'delete'] as const)(
    '200: with the sub-items that went with it by %s, in their order',
    async (verb) => {
      const id = await anItem(board, { name: 'Parent' });
      const subs: Record<string, string> = {};
      for (const name of ['S1', 'S2', 'S3', 'S4']) subs[name] = await anItem(board, { name, parentId: id });
      await made(owner(), 'items.move', { id: subs['S4'], groupId: board.group('One'), position: 0 });
      await put(verb, subs['S2']!);
      await put(verb, id);
      await restore({ id });
      // The one that went before, and for itself, stays away.
      expect(await listedNames(board, { parentId: id })).toEqual(['S4', 'S1', 'S3']);
      expect((await restore({ id: subs['S2'] })).data.position).toBe(2);
      expect(await listedNames(board, { parentId: id })).toEqual(['S4', 'S1', 'S2', 'S3']);
    },
  );

  it('200: items trashed with their group are restored into the first group, in the order of restoration', async () => {
    const own = await aBoard({ groups: ['First', 'Gone'] });
    const { client } = own.organization.owner;
    const gone = own.group('Gone');
    await anItem(own, { name: 'there' });
    const a = await anItem(own, { name: 'A', groupId: gone });
    const b = await anItem(own, { name: 'B', groupId: gone });
    const subs: Record<string, string> = {};
    for (const name of ['S1', 'S2', 'S3']) {
      subs[name] = await anItem(own, { name, groupId: gone, parentId: a, position: 0 });
    }
    await put('delete', subs['S2']!, client);
    await made(client, 'boards.groups.delete', { id: gone });
    expect(await listedNames(own)).toEqual(['there']);
    expect((await restore({ id: b }, client)).data).toMatchObject({
      groupId: own.group('First'),
      position: 1,
    });
    expect((await restore({ id: a }, client)).data).toMatchObject({
      groupId: own.group('First'),
      position: 2,
    });
    expect(await listedNames(own)).toEqual(['there', 'B', 'A']);
    expect(await listedNames(own, { parentId: a })).toEqual(['S3', 'S1']);
    expect((await restore({ id: subs['S2'] }, client)).data).toMatchObject({
      groupId: own.group('First'),
      parentId: a,
      position: 1,
    });
    expect(await listedNames(own, { parentId: a })).toEqual(['S3', 'S2', 'S1']);
  });

  it('200: items archived before Trash are restored as archived, alone, with their parent or their group', async () => {
    const own = await aBoard({ groups: ['First', 'Gone'], columns: [{ name: 'Number', type: 'number' }] });
    const { client } = own.organization.owner;
    const number = own.column('Number');
    const ids: Record<string, string> = {};
    const add = async (name: string, input: object = {}) => {
      ids[name] = await anItem(own, { name, values: { [number]: 1 }, ...input });
    };
    await add('before');
    await add('alone');
    await add('parent');
    await add('with it', { parentId: ids['parent'] });
    await add('live');
    await add('archived sub-item', { parentId: ids['live'] });
    await add('live sub-item', { parentId: ids['live'] });
    await add('of the group', { groupId: own.group('Gone') });
    for (const name of ['alone', 'parent', 'archived sub-item', 'of the group'])
      await put('archive', ids[name]!, client);
    for (const name of ['alone', 'parent', 'live']) await put('delete', ids[name]!, client);
    await made(client, 'boards.groups.delete', { id: own.group('Gone') });
    expect(await listedNames(own, { archived: true })).toEqual([]);

    for (const name of ['of the group', 'parent', 'live', 'alone']) {
      const { status, data } = await restore({ id: ids[name] }, client);
      expect([status, data.name, data.groupId]).toEqual([200, name, own.group('First')]);
    }
    const archived = ['alone', 'parent', 'of the group'];
    for (const input of [{}, { sortBy: number }, { sortBy: number, sortDir: 'desc' }]) {
      expect(await listedNames(own, { ...input, archived: true })).toEqual(archived);
      expect(await listedNames(own, input)).toEqual(['before', 'live']);
    }
    const listed = await listedItems(client, { boardId: own.id });
    expect(listed.map(({ position }) => position)).toEqual([0, 1]);
    expect(await listedNames(own, { parentId: ids['live'] })).toEqual(['live sub-item']);
    expect(await listedNames(own, { parentId: ids['live'], archived: true })).toEqual(['archived sub-item']);
    expect(await listedNames(own, { parentId: ids['parent'], archived: true })).toEqual(['with it']);

    // The second time it leaves the archive, with what went there with it.
    await restore({ id: ids['parent'] }, client);
    expect(await listedNames(own)).toEqual(['before', 'parent', 'live']);
    expect(await listedNames(own, { parentId: ids['parent'] })).toEqual(['with it']);
  });

  it('200: an archived sub-item from Trash to its archived parent; a live one waits for it', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    const parent = await anItem(own);
    const archived = await anItem(own, { name: 'archived', parentId: parent });
    const live = await anItem(own, { name: 'live', parentId: parent });
    await put('delete', live, client);
    await put('archive', parent, client);
    await put('delete', archived, client);
    expect((await restore({ id: archived }, client)).status).toBe(200);
    expect(await listedNames(own, { parentId: parent, archived: true })).toEqual(['archived']);
    expect(refusedPaths(await restore({ id: live }, client))).toEqual(['id']);
    expect(refusedPaths(await restore({ id: archived }, client))).toEqual(['id']);
    await restore({ id: parent }, client);
    expect((await restore({ id: live }, client)).status).toBe(200);
    expect(await listedNames(own, { parentId: parent })).toEqual(['archived', 'live']);
  });

  it('200: into the group to which its group’s items were moved', async () => {
    const own = await aBoard({ groups: ['First', 'Second', 'Gone'] });
    const { client } = own.organization.owner;
    const gone = own.group('Gone');
    const ids = [];
    for (const name of ['live', 'trashed', 'archived']) ids.push(await anItem(own, { name, groupId: gone }));
    await put('delete', ids[1]!, client);
    await put('archive', ids[2]!, client);
    await made(client, 'boards.groups.delete', { id: gone, moveItemsTo: own.group('Second') });
    for (const id of ids.slice(1)) {
      expect((await restore({ id }, client)).data.groupId).toBe(own.group('Second'));
    }
    expect(await listedNames(own, { groupId: own.group('Second') })).toEqual(['live', 'trashed', 'archived']);
  });

  it('200: without values that became required since, and with its former number', async () => {
    const own = await aBoard({
      columns: [
        { name: 'Must', type: 'text' },
        { name: 'Nr', type: 'auto_number' },
      ],
    });
    const { client } = own.organization.owner;
    const id = await anItem(own);
    const { data: before } = await client.query('items.get', { id });
    await put('delete', id, client);
    await made(client, 'columns.update', { id: own.column('Must'), required: true });
    const later = await made(client, 'items.create', {
      boardId: own.id,
      groupId: own.groupIds[0],
      name: 'Later',
      values: { [own.column('Must')]: 'given' },
    });
    const { status, data } = await restore({ id }, client);
    expect([status, data.values]).toEqual([200, before.values]);
    expect(later.values[own.column('Nr')]).not.toEqual(before.values[own.column('Nr')]);
  });

  it('400: the parent is archived or in Trash, the board has no group', async () => {
    const id = await anItem(board);
    const sub = await anItem(board, { parentId: id });
    for (const verb of ['archive', 'delete'] as const) {
      await put(verb, id);
      expect(refusedPaths(await restore({ id: sub }))).toEqual(['id']);
      expect((await restore({ id })).status).toBe(200);
    }
    const own = await aBoard({ groups: ['Only'] });
    const { client } = own.organization.owner;
    const item = await anItem(own);
    await made(client, 'boards.groups.delete', { id: own.groupIds[0] });
    const events = await eventsDuring(own.organization, async () => {
      expect(refusedPaths(await restore({ id: item }, client))).toEqual(['id']);
    });
    expect(events).toEqual([]);
    const group = await made(client, 'boards.groups.create', { boardId: own.id, name: 'Next' });
    expect((await restore({ id: item }, client)).data).toMatchObject({ groupId: group.id, position: 0 });
  });

  it.each([
    ['no id', {}, 'id'],
    ['an id of another noun', { id: newId('group') }, 'id'],
    ['an unknown key', { id: newId('item'), groupId: newId('group') }, 'groupId'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await restore(input))).toContain(path);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => restore({}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    const statuses = await statusesOfEditors(board, async (client, id) => {
      // Not over the wire: a rejected call must have written no event.
      await board.organization.app.sql.query(
        `update items set trashed_at = now() where organization_id = $1 and id = $2`,
        [board.organization.id, id],
      );
      return restore({ id }, client);
    });
    expect(statuses).toEqual(ONLY_EDITORS);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(board.workspace, 'write', (client) => restore({}, client))).toBe(403);
  });

  it('404: another organization’s and a hidden item, like a missing one', async () => {
    const foreign = await aBoard();
    const item = await anItem(foreign);
    await put('delete', item, foreign.organization.owner.client);
    expect(await lookOf(item, (id) => restore({ id }))).toEqual(MISSING);
    expect(await listedNames(foreign)).toEqual([]);
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await anItem(await aBoard({ workspace: closed }));
    await put('archive', hidden);
    const { client } = await board.organization.addMember('member');
    expect(await lookOf(hidden, (id) => restore({ id }, client))).toEqual(MISSING);
  });

  it('409: the item has changed since; nothing is written', async () => {
    const id = await anItem(board);
    const seen = (await owner().query('items.get', { id })).data.updatedAt;
    const { updatedAt } = await put('archive', id);
    const events = await eventsDuring(board.organization, async () => {
      expect((await restore({ id, expectedUpdatedAt: seen })).error!.data.code).toBe('CONFLICT');
    });
    expect(events).toEqual([]);
    expect((await restore({ id, expectedUpdatedAt: updatedAt })).status).toBe(200);
  });
});
