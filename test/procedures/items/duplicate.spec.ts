import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('items.duplicate', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await anEmptyBoard();
  });
  const anEmptyBoard = () =>
    aBoard({
      ...(board ? { organization: board.organization, workspace: board.workspace } : {}),
      groups: ['One', 'Two'],
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'Status', type: 'status' },
        { name: 'People', type: 'people' },
        { name: 'After', type: 'dependency' },
        { name: 'Made', type: 'created_date' },
        { name: 'No', type: 'auto_number' },
      ],
    });
  const duplicate = (input: object, client = board.organization.owner.client) =>
    client.mutate('items.duplicate', input);

  it('200: directly after the original, with its values, a new number and one event', async () => {
    const own = await anEmptyBoard();
    const { client, userId } = own.organization.owner;
    const first = await anItem(own, { name: 'first' });
    const values = {
      [own.column('Number')]: 7,
      [own.column('Status')]: 'Done',
      [own.column('People')]: [userId],
      [own.column('After')]: [first],
    };
    const id = await anItem(own, { name: 'original', values });
    await anItem(own, { name: 'last' });
    await made(client, 'items.update', { id, description: '<p>Told</p>' });
    const original = (await client.query('items.get', { id })).data;
    const events = await eventsDuring(own.organization, async () => {
      const { status, data } = await duplicate({ id }, client);
      expect(status).toBe(200);
      expect(data).toMatchObject({
        name: 'original (Copy)',
        boardId: own.id,
        groupId: own.group('One'),
        parentId: null,
        position: 2,
        createdBy: userId,
        description: '<p>Told</p>',
      });
      expect(data.id).not.toBe(id);
      expect(data.createdAt > original.createdAt).toBe(true);
      expect(data.values).toEqual({
        ...original.values,
        [own.column('No')]: 4,
        [own.column('Made')]: data.createdAt,
      });
    });
    expect(events).toMatchObject([
      {
        type: 'item.created',
        boardId: own.id,
        data: { name: 'original (Copy)', position: 2, parentId: null },
      },
    ]);
    const names = ['first', 'original', 'original (Copy)', 'last'];
    expect(await listedNames(own)).toEqual(names);
    expect(await listedNames(own, { sortBy: own.column('No') })).toEqual([
      'first',
      'original',
      'last',
      'original (Copy)',
    ]);
    expect((await listedItems(client, { boardId: own.id })).map(({ position }) => position)).toEqual([
      0, 1, 2, 3,
    ]);
  });

  it('200: with the time tracked so far; the timer runs in the original only', async () => {
    const own = await aBoard({ columns: [{ name: 'Time', type: 'time_tracking' }] });
    const { client } = own.organization.owner;
    const time = own.column('Time');
    const id = await anItem(own);
    const sub = await anItem(own, { parentId: id });
    const track = (itemId: string, value: object) =>
      made(client, 'items.setValue', { itemId, columnId: time, value });
    for (const itemId of [id, sub]) {
      for (const value of [{ start: true }, { stop: true }, { seconds: 90 }, { start: true }])
        await track(itemId, value);
    }
    const tracked = (await client.query('items.get', { id })).data.values[time];
    expect(tracked.entries).toHaveLength(2);
    const copy = await made(client, 'items.duplicate', { id });
    const copied = { seconds: 90, runningSince: null, entries: tracked.entries.slice(0, 1) };
    expect(copy.values[time]).toEqual(copied);
    const [subCopy] = await listedItems(client, { boardId: own.id, parentId: copy.id });
    expect(subCopy!.values[time]).toMatchObject({ seconds: 90, runningSince: null, entries: [{}] });
    expect((await client.query('items.get', { id })).data.values[time]).toEqual(tracked);
    const { id: boardId, columns } = await made(client, 'boards.duplicate', {
      id: own.id,
      includeItems: true,
    });
    const [onCopy] = await listedItems(client, { boardId });
    expect(onCopy!.values[columns[0].id]).toEqual(copied);
    // Its own timer can be started.
    expect((await track(copy.id, { start: true })).values[time].runningSince).not.toBeNull();
  });

  it('200: with its live sub-items in their order, or without them', async () => {
    const own = await anEmptyBoard();
    const { client } = own.organization.owner;
    const id = await anItem(own, { name: 'P' });
    const subs: Record<string, string> = {};
    for (const name of ['S1', 'S2', 'S3', 'S4']) subs[name] = await anItem(own, { name, parentId: id });
    await made(client, 'items.archive', { id: subs['S2'] });
    await made(client, 'items.move', { id: subs['S4'], groupId: own.group('One'), position: 0 });
    let copy = '';
    const events = await eventsDuring(own.organization, async () => {
      copy = (await made(client, 'items.duplicate', { id, name: 'Q' })).id;
    });
    expect(events.map(({ type, data }) => [type, data.name, data.position])).toEqual([
      ['item.created', 'Q', 1],
      ['item.created', 'S4', 0],
      ['item.created', 'S1', 1],
      ['item.created', 'S3', 2],
    ]);
    expect(await listedNames(own, { parentId: copy })).toEqual(['S4', 'S1', 'S3']);
    expect(await listedNames(own, { parentId: id })).toEqual(['S4', 'S1', 'S3']);
    const bare = await made(client, 'items.duplicate', { id, includeSubItems: false });
    expect(await listedNames(own, { parentId: bare.id })).toEqual([]);
    expect(await listedNames(own)).toEqual(['P', 'P (Copy)', 'Q']);
    const listed = await listedItems(client, { boardId: own.id, parentId: copy });
    expect(new Set(listed.map((item) => item.values[own.column('No')])).size).toBe(3);
  });

  it('200: more sub-items than fit into one statement', async () => {
    const own = await anEmptyBoard();
    const { client } = own.organization.owner;
    const id = await anItem(own, { name: 'P' });
    for (let round = 0; round < 6; round += 1) {
      const items = Array.from({ length: 100 }, (_, at) => ({ name: `${round}.${at}`, parentId: id }));
      await made(client, 'items.bulkCreate', { boardId: own.id, groupId: own.group('One'), items });
    }
    const copy = await made(client, 'items.duplicate', { id });
    const names = (parentId: string) => listedNames(own, { parentId });
    expect(await names(copy.id)).toEqual(await names(id));
    const listed = await listedItems(client, { boardId: own.id, parentId: copy.id });
    expect(listed.map(({ position }) => position)).toEqual([...listed.keys()]);
  });

  it('200: a sub-item, after itself among its siblings', async () => {
    const parent = await anItem(board, { name: 'Parent' });
    const id = await anItem(board, { name: 'S1', parentId: parent });
    await anItem(board, { name: 'S2', parentId: parent });
    const { data } = await duplicate({ id });
    expect(data).toMatchObject({ parentId: parent, position: 1 });
    expect(await listedNames(board, { parentId: parent })).toEqual(['S1', 'S1 (Copy)', 'S2']);
  });

  it('200: a long name is truncated so that the copy’s name fits', async () => {
    const id = await anItem(board, { name: 'n'.repeat(500) });
    const { data } = await duplicate({ id });
    expect(data.name).toBe(`${'n'.repeat(493)} (Copy)`);
  });

  it.each([
    ['no id', {}, 'id'],
    ['an id of another noun', { id: newId('group') }, 'id'],
    ['a blank name', { id: newId('item'), name: ' ' }, 'name'],
    ['a name that is too long', { id: newId('item'), name: 'n'.repeat(501) }, 'name'],
    ['what is no boolean', { id: newId('item'), includeSubItems: 'no' }, 'includeSubItems'],
    ['an unknown key', { id: newId('item'), groupId: newId('group') }, 'groupId'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await duplicate(input))).toEqual([path]);
  });

  it('400: an archived item', async () => {
    const id = await anItem(board);
    await made(board.organization.owner.client, 'items.archive', { id });
    expect(refusedPaths(await duplicate({ id }))).toEqual(['id']);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => duplicate({}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    expect(await statusesOfEditors(board, (client, id) => duplicate({ id }, client))).toEqual(ONLY_EDITORS);
  });

  it('403: a token without the scope write', async () => {
    const id = await anItem(board);
    expect(await statusWithoutScope(board.workspace, 'write', (client) => duplicate({ id }, client))).toBe(
      403,
    );
  });

  it('404: foreign, hidden and trashed items, like missing ones', async () => {
    const foreign = await anItem(await aBoard());
    const trashed = await anItem(board);
    await made(board.organization.owner.client, 'items.delete', { id: trashed });
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await anItem(await aBoard({ workspace: closed }));
    const { client } = await board.organization.addMember('member');
    for (const id of [foreign, trashed, hidden])
      expect(await lookOf(id, (asked) => duplicate({ id: asked }, client))).toEqual(MISSING);
  });
});
