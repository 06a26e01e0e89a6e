import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

const COLUMNS = [
  { name: 'Number', type: 'number' },
  { name: 'Status', type: 'status' },
  { name: 'People', type: 'people' },
  { name: 'After', type: 'dependency' },
  { name: 'Links', type: 'link' },
  { name: 'No', type: 'auto_number' },
];

describe('items.bulkCreate', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'], columns: COLUMNS });
  });
  const create = (input: object, client = board.organization.owner.client) =>
    client.mutate('items.bulkCreate', { boardId: board.id, groupId: board.group('One'), ...input });
  const named = (...names: string[]) => names.map((name) => ({ name }));

  const anEmptyBoard = () =>
    aBoard({
      organization: board.organization,
      workspace: board.workspace,
      groups: ['One', 'Two'],
      columns: COLUMNS,
    });

  it.each([
    ['in front', 0, 'XYZAB'],
    ['between', 1, 'AXYZB'],
    ['at the end without a position', undefined, 'ABXYZ'],
    ['at the end with one beyond it', 99, 'ABXYZ'],
  ])('200: in their order, %s', async (_what, position, order) => {
    const own = await anEmptyBoard();
    const groupId = own.group('One');
    for (const name of 'AB') await anItem(own, { name });
    const events = await eventsDuring(own.organization, async () => {
      const { status, data } = await create({
        boardId: own.id,
        groupId,
        items: named('X', 'Y', 'Z'),
        position,
      });
      expect(status).toBe(200);
      const first = order.indexOf('X');
      expect(data.items).toMatchObject(
        ['X', 'Y', 'Z'].map((name, at) => ({ name, groupId, parentId: null, position: first + at })),
      );
      const got = await own.organization.owner.client.query('items.get', { id: data.items[1].id });
      expect(got.data).toMatchObject(data.items[1]);
    });
    expect(events.map(({ type, boardId, data }) => [type, boardId, data.name, data.position])).toEqual(
      ['X', 'Y', 'Z'].map((name, at) => ['item.created', own.id, name, order.indexOf('X') + at]),
    );
    const listed = await listedItems(own.organization.owner.client, { boardId: own.id, limit: 2 });
    expect(listed.map(({ name }) => name).join('')).toBe(order);
    expect(listed.map(({ position: at }) => at)).toEqual([...listed.keys()]);
  });

  it('200: a hundred at a time, repeatedly at one place', async () => {
    const own = await anEmptyBoard();
    const { client } = own.organization.owner;
    await anItem(own, { name: 'first' });
    await anItem(own, { name: 'last' });
    const expected: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const names = Array.from({ length: 100 }, (_, at) => `${round}.${at}`);
      const { status } = await create({
        boardId: own.id,
        groupId: own.group('One'),
        position: 1,
        items: named(...names),
      });
      expect(status).toBe(200);
      expected.unshift(...names);
    }
    const listed = await listedItems(client, { boardId: own.id });
    expect(listed.map(({ name }) => name)).toEqual(['first', ...expected, 'last']);
    expect(listed.map(({ position }) => position)).toEqual([...listed.keys()]);
  });

  it('200: values, defaults and numbers like items.create; numbers follow the order', async () => {
    const own = await anEmptyBoard();
    const { client, userId } = own.organization.owner;
    await made(client, 'columns.create', {
      boardId: own.id,
      name: 'Default',
      type: 'text',
      defaultValue: 'as ever',
    });
    const before = await anItem(own, { name: 'before' });
    const values = {
      [own.column('Number')]: '12',
      [own.column('Status')]: 'Done',
      [own.column('People')]: userId,
      [own.column('After')]: [before],
    };
    const { data } = await create({
      boardId: own.id,
      groupId: own.group('Two'),
      items: [{ name: 'a', description: '<p>Hi<script>x</script></p>', values }, { name: 'b' }],
    });
    expect(data.items[0]).toMatchObject({ description: '<p>Hi</p>', createdBy: userId });
    expect(data.items[0].values).toMatchObject({
      [own.column('Number')]: 12,
      [own.column('Status')]: { label: 'Done' },
      [own.column('People')]: [userId],
      [own.column('After')]: [before],
      [own.column('No')]: 2,
    });
    expect(Object.values(data.items[0].values)).toContain('as ever');
    expect(data.items[1].values[own.column('No')]).toBe(3);
    const next = await made(client, 'items.create', {
      boardId: own.id,
      groupId: own.group('One'),
      name: 'next',
    });
    expect(next.values[own.column('No')]).toBe(4);
    expect(await listedNames(own, { sortBy: own.column('No'), sortDir: 'desc' })).toEqual([
      'next',
      'b',
      'a',
      'before',
    ]);
    expect(await listedNames(own, { sortBy: own.column('Number') })).toEqual(['a', 'before', 'next', 'b']);
  });

  it('200: sub-items together with top-level items, each in its own list', async () => {
    const own = await anEmptyBoard();
    const { client } = own.organization.owner;
    const parent = await anItem(own, { name: 'parent' });
    const other = await anItem(own, { name: 'other' });
    await anItem(own, { name: 'old', parentId: parent });
    const { data } = await create({
      boardId: own.id,
      groupId: own.group('One'),
      position: 0,
      items: [
        { name: 's1', parentId: parent },
        { name: 'top' },
        { name: 't1', parentId: other },
        { name: 's2', parentId: parent },
      ],
    });
    expect(data.items.map(({ position }: { position: number }) => position)).toEqual([0, 0, 0, 1]);
    expect(await listedNames(own)).toEqual(['top', 'parent', 'other']);
    expect(await listedNames(own, { parentId: parent })).toEqual(['s1', 's2', 'old']);
    expect(await listedNames(own, { parentId: other })).toEqual(['t1']);
    expect((await listedItems(client, { boardId: own.id, parentId: parent })).map((s) => s.position)).toEqual(
      [0, 1, 2],
    );
  });

  it('200: with an Idempotency-Key once', async () => {
    const own = await anEmptyBoard();
    const { client } = own.organization.owner;
    const input = { boardId: own.id, groupId: own.group('One'), items: named('once', 'twice') };
    const key = { 'idempotency-key': `bulk-${own.id}` };
    const first = await client.mutate('items.bulkCreate', input, key);
    const again = await client.mutate('items.bulkCreate', input, key);
    expect([first.status, again.data]).toEqual([200, first.data]);
    expect(await listedNames(own)).toEqual(['once', 'twice']);
  });

  it.each([
    ['no items', undefined, /^items$/],
    ['an empty list', [], /^items$/],
    ['101 items', Array.from({ length: 101 }, () => ({ name: 'x' })), /^items$/],
    ['a blank name', [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: ' ' }], /^items\.3\.name$/],
    ['an unknown key', [{ name: 'a', position: 1 }], /^items\.0\.position$/],
    ['a parent of another noun', [{ name: 'a', parentId: newId('board') }], /^items\.0\.parentId$/],
    [
      'an unknown column',
      [{ name: 'a' }, { name: 'b', values: { [newId('column')]: 1 } }],
      /^items\.1\.values\.col_/,
    ],
  ])('400: %s; nothing is written', async (_what, items, path) => {
    const events = await eventsDuring(board.organization, async () => {
      expect(refusedPaths(await create({ items }))).toEqual([expect.stringMatching(path)]);
    });
    expect(events).toEqual([]);
  });

  it('400: one invalid value among valid ones is reported with its item and column; nothing is written', async () => {
    const number = board.column('Number');
    const before = await listedNames(board);
    const items = [{ name: 'a' }, { name: 'b', values: { [number]: 'no number' } }];
    expect(refusedPaths(await create({ items }))).toEqual([`items.1.values.${number}`]);
    const own = await anEmptyBoard();
    const required = await made(own.organization.owner.client, 'columns.create', {
      boardId: own.id,
      name: 'Needed',
      type: 'text',
      required: true,
    });
    const answer = await create({
      boardId: own.id,
      groupId: own.group('One'),
      items: [{ name: 'a', values: { [required.id]: 'x' } }, { name: 'b' }],
    });
    expect(refusedPaths(answer)).toEqual([`items.1.values.${required.id}`]);
    expect(await listedNames(own)).toEqual([]);
    expect(await listedNames(board)).toEqual(before);
  });

  it('400: a group or a parent of another board', async () => {
    const other = await anEmptyBoard();
    expect(refusedPaths(await create({ groupId: other.group('One'), items: named('a') }))).toEqual([
      'groupId',
    ]);
    const parent = await anItem(board, { groupId: board.group('Two') });
    const sub = await anItem(board, { groupId: board.group('Two'), parentId: parent });
    const archived = await anItem(board);
    await made(board.organization.owner.client, 'items.archive', { id: archived });
    for (const parentId of [parent, sub, archived, await anItem(other)]) {
      const answer = await create({ items: [{ name: 'a' }, { name: 'b', parentId }] });
      expect(refusedPaths(answer)).toEqual(['items.1.parentId']);
    }
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => create({}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    const statuses = await statusesOfEditors(board, (client) => create({ items: named('a') }, client));
    expect(statuses).toEqual(ONLY_EDITORS);
  });

  it('403: a token without the scope write', async () => {
    const call = (client: typeof board.organization.owner.client) => create({ items: named('a') }, client);
    expect(await statusWithoutScope(board.workspace, 'write', call)).toBe(403);
  });

  it('404: ids of another organization, like missing ones; nothing is written', async () => {
    const foreign = await aBoard();
    const foreignItem = await anItem(foreign);
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await anItem(await aBoard({ workspace: closed }));
    const { client } = await board.organization.addMember('member');
    const events = await eventsDuring(board.organization, async () => {
      expect(await lookOf(foreign.id, (boardId) => create({ boardId, items: named('a') }))).toEqual(MISSING);
      expect(await lookOf(foreign.groupIds[0]!, (groupId) => create({ groupId, items: named('a') }))).toEqual(
        MISSING,
      );
      const below = (parentId: string) => create({ items: [{ name: 'a' }, { name: 'b', parentId }] }, client);
      for (const id of [foreignItem, hidden]) expect(await lookOf(id, below)).toEqual(MISSING);
      const linked = (id: string) =>
        create({ items: [{ name: 'a' }, { name: 'b', values: { [board.column('Links')]: [id] } }] }, client);
      for (const id of [foreignItem, hidden]) expect(await lookOf(id, linked)).toEqual(MISSING);
    });
    expect(events).toEqual([]);
  });
});
