import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('items.bulkMove', () => {
  let board: TestBoard;
  let other: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'] });
    const { organization, workspace } = board;
    other = await aBoard({ organization, workspace, groups: ['There'] });
  });
  const move = (input: object, client = board.organization.owner.client) =>
    client.mutate('items.bulkMove', input);

  /** A new board with A to E in its first group, and X and Y in its second. */
  const aRow = async () => {
    const { organization, workspace } = board;
    const columns = [{ name: 'Number', type: 'number' }];
    const own = await aBoard({ organization, workspace, groups: ['One', 'Two'], columns });
    const ids: Record<string, string> = {};
    const values = { [own.column('Number')]: 1 };
    for (const name of 'ABCDE') ids[name] = await anItem(own, { name, values });
    for (const name of 'XY') ids[name] = await anItem(own, { name, values, groupId: own.group('Two') });
    return { own, ids, idsOf: (names: string) => [...names].map((name) => ids[name]!) };
  };

  it.each([
    ['AB', 0, 'ABCDE', ''],
    ['BA', 0, 'BACDE', 'BA'],
    ['AC', 0, 'ACBDE', 'C'],
    ['EDC', 0, 'EDCAB', 'ED'],
    ['AB', 1, 'CABDE', 'AB'],
    ['BD', 1, 'ABDCE', 'D'],
    ['AE', 2, 'BCAED', 'AE'],
    ['CA', 3, 'BDECA', 'CA'],
    ['CA', 99, 'BDECA', 'CA'],
    ['CA', undefined, 'BDECA', 'CA'],
    ['DE', undefined, 'ABCDE', ''],
    ['ABCDE', 3, 'ABCDE', ''],
    ['EDCBA', undefined, 'EDCBA', 'EDBA'],
    ['XY', 0, 'XYABCDE', 'XY'],
    ['YAX', 1, 'BYAXCDE', 'YAX'],
    ['XE', undefined, 'ABCDXE', 'XE'],
  ])('200: %s to position %s results in %s', async (names, position, order, changed) => {
    const { own, ids, idsOf } = await aRow();
    const { client, userId } = own.organization.owner;
    const before = await listedItems(client, { boardId: own.id });
    const groupId = own.group('One');
    const events = await eventsDuring(own.organization, async () => {
      const { status, data } = await move({ itemIds: idsOf(names), groupId, position }, client);
      expect(status).toBe(200);
      expect(data.items.map((item: { name: string }) => item.name).join('')).toBe(names);
      for (const item of data.items) {
        expect(item).toMatchObject({ groupId, position: order.indexOf(item.name) });
        const same = before.find(({ id }) => id === item.id)!;
        expect(item.updatedAt > same.updatedAt).toBe(changed.includes(item.name));
      }
    });
    const first = order.indexOf(names[0]!);
    expect(events).toEqual(
      [...changed].map((name) => ({
        type: 'item.moved',
        boardId: own.id,
        actorId: userId,
        data: {
          groupId,
          position: first + names.indexOf(name),
          previousGroupId: 'XY'.includes(name) ? own.group('Two') : groupId,
        },
      })),
    );
    const listed = await listedItems(client, { boardId: own.id, groupId, limit: 2 });
    expect(listed.map(({ name }) => name).join('')).toBe(order);
    expect(listed.map((item) => item.position)).toEqual([...listed.keys()]);
    const sortBy = own.column('Number');
    expect((await listedNames(own, { groupId, sortBy })).join('')).toBe(order);
    const left = await listedItems(client, { boardId: own.id, groupId: own.group('Two') });
    expect(left.map((item) => item.position)).toEqual([...left.keys()]);
    expect(ids['A']).toMatch(/^itm_/);
  });

  it('200: sub-items are moved too, named or not, including archived and trashed ones', async () => {
    const { own, ids } = await aRow();
    const { client } = own.organization.owner;
    const subs: Record<string, string> = {};
    for (const name of ['S1', 'S2', 'S3', 'S4'])
      subs[name] = await anItem(own, { name, parentId: ids['A'] as never });
    await made(client, 'items.archive', { id: subs['S3'] });
    await made(client, 'items.delete', { id: subs['S4'] });
    const two = own.group('Two');
    const events = await eventsDuring(own.organization, async () => {
      const { data } = await move({ itemIds: [subs['S2'], ids['A']], groupId: two, position: 0 }, client);
      expect(data.items).toMatchObject([
        { id: subs['S2'], groupId: two, parentId: ids['A'], position: 1 },
        { id: ids['A'], groupId: two, position: 0 },
      ]);
    });
    expect(events.map(({ type }) => type)).toEqual(['item.moved']);
    expect(await listedNames(own, { parentId: ids['A'] })).toEqual(['S1', 'S2']);
    for (const name of ['S3', 'S4']) {
      expect((await made(client, 'items.restore', { id: subs[name] })).groupId).toBe(two);
    }
  });

  it('200: a hundred, from one end to the other', async () => {
    const { organization, workspace } = board;
    const own = await aBoard({ organization, workspace, groups: ['One'] });
    const { client } = organization.owner;
    const groupId = own.group('One');
    const names = Array.from({ length: 100 }, (_, at) => ({ name: `${at}` }));
    const more = [{ name: 'x' }, { name: 'y' }];
    const { items } = await made(client, 'items.bulkCreate', { boardId: own.id, groupId, items: names });
    await made(client, 'items.bulkCreate', { boardId: own.id, groupId, items: more });
    const itemIds = items.map(({ id }: { id: string }) => id).toReversed();
    for (const [position, first] of [
      [1, 'x'],
      [2, 'x'],
      [0, '99'],
    ] as const) {
      expect((await move({ itemIds, groupId, position })).status).toBe(200);
      const listed = await listedItems(client, { boardId: own.id });
      expect(listed[0]!.name).toBe(first);
      expect(listed.map((item) => item.position)).toEqual([...listed.keys()]);
      expect(listed.slice(position, position + 100).map(({ id }) => id)).toEqual(itemIds);
    }
  });

  describe('to another board', () => {
    const COLUMNS = [
      { name: 'Text', type: 'text' },
      { name: 'Only', type: 'text' },
      { name: 'Status', type: 'status' },
      { name: 'No', type: 'auto_number' },
    ];
    const pair = async () => {
      const { organization, workspace } = board;
      const from = await aBoard({ organization, workspace, columns: COLUMNS });
      const to = await aBoard({
        organization,
        workspace,
        groups: ['First', 'Second'],
        columns: COLUMNS.filter(({ name }) => name !== 'Only'),
      });
      return { from, to };
    };

    it('200: in the given order, from several boards, with the values that columns there accept', async () => {
      const { from, to } = await pair();
      const { client } = board.organization.owner;
      const values = {
        [from.column('Text')]: 'kept',
        [from.column('Only')]: 'left',
        [from.column('Status')]: 'Done',
      };
      const a = await anItem(from, { name: 'a', values });
      const b = await anItem(from, { name: 'b' });
      const elsewhere = await anItem(other, { name: 'elsewhere' });
      const there = await anItem(to, { name: 'there', groupId: to.group('Second') });
      await anItem(to, { name: 'stays', groupId: to.group('Second') });
      const input = {
        itemIds: [b, there, a, elsewhere],
        boardId: to.id,
        groupId: to.group('Second'),
        position: 1,
      };
      const events = await eventsDuring(board.organization, async () => {
        const { status, data } = await move(input);
        expect(status).toBe(200);
        expect(data.items).toMatchObject([
          { id: b, boardId: to.id, position: 1, values: { [to.column('No')]: 3 } },
          { id: there, boardId: to.id, position: 2 },
          {
            id: a,
            position: 3,
            values: {
              [to.column('Text')]: 'kept',
              [to.column('Status')]: { label: 'Done' },
              [to.column('No')]: 4,
            },
          },
          { id: elsewhere, position: 4 },
        ]);
        expect(Object.keys(data.items[2].values)).toHaveLength(3);
      });
      const moves = events.filter(({ type }) => type === 'item.moved');
      expect(moves.map(({ data }) => data.previousBoardId)).toEqual([from.id, undefined, from.id, other.id]);
      const removals = events.filter(({ type }) => type === 'item.removed');
      expect(removals.map(({ boardId }) => boardId).toSorted()).toEqual(
        [from.id, from.id, other.id].toSorted(),
      );
      const names = ['stays', 'b', 'there', 'a', 'elsewhere'];
      expect(await listedNames(to, { groupId: to.group('Second') })).toEqual(names);
      expect(await listedNames(to, { sortBy: to.column('Text') })).toEqual([
        'a',
        ...names.filter((n) => n !== 'a'),
      ]);
      expect(await listedNames(from)).toEqual([]);
      const next = await made(client, 'items.create', {
        boardId: to.id,
        groupId: to.group('First'),
        name: 'next',
      });
      expect(next.values[to.column('No')]).toBe(6);
    });

    it('200: sub-items are moved too, and are restored from Trash there', async () => {
      const { from, to } = await pair();
      const { client } = board.organization.owner;
      const parent = await anItem(from, { name: 'parent' });
      const values = { [from.column('Text')]: 'kept' };
      const live = await anItem(from, { name: 'live', parentId: parent, values });
      const trashed = await anItem(from, { name: 'trashed', parentId: parent, values });
      await made(client, 'items.delete', { id: trashed });
      await made(client, 'items.bulkMove', { itemIds: [parent], boardId: to.id, groupId: to.group('First') });
      const got = await client.query('items.get', { id: live });
      expect(got.data).toMatchObject({ boardId: to.id, groupId: to.group('First'), parentId: parent });
      expect(got.data.values[to.column('Text')]).toBe('kept');
      const inTrash = async (boardId: string) =>
        (await client.query('trash.list', { boardId })).data.items.map(({ id }: { id: string }) => id);
      expect([await inTrash(from.id), await inTrash(to.id)]).toEqual([[], [trashed]]);
      const restored = await made(client, 'items.restore', { id: trashed });
      expect(restored).toMatchObject({ boardId: to.id, parentId: parent, position: 1 });
      expect(await listedNames(to, { parentId: parent, sortBy: to.column('Text') })).toEqual([
        'live',
        'trashed',
      ]);
    });
  });

  describe('400', () => {
    it.each([
      ['no ids', { itemIds: undefined }, /^itemIds$/],
      ['an empty list', { itemIds: [] }, /^itemIds$/],
      ['101 ids', { itemIds: Array.from({ length: 101 }, () => newId('item')) }, /^itemIds$/],
      ['an id of another noun', { itemIds: [newId('item'), newId('group')] }, /^itemIds\.1$/],
      ['no group', { groupId: undefined }, /^groupId$/],
      ['a negative position', { position: -1 }, /^position$/],
      ['an unknown key', { parentId: newId('item') }, /^parentId$/],
    ])('%s', async (_what, input, path) => {
      const answer = await move({ itemIds: [newId('item')], groupId: board.group('One'), ...input });
      expect(refusedPaths(answer)).toEqual([expect.stringMatching(path)]);
    });

    it('items that cannot be moved there, all of them reported; nothing is written', async () => {
      const { client } = board.organization.owner;
      const good = await anItem(board);
      const archived = await anItem(board);
      await made(client, 'items.archive', { id: archived });
      const sub = await anItem(board, { parentId: await anItem(board) });
      const elsewhere = await anItem(other);
      const events = await eventsDuring(board.organization, async () => {
        const itemIds = [good, archived, sub, elsewhere];
        const answer = await move({ itemIds, groupId: board.group('Two') });
        expect(refusedPaths(answer)).toEqual(['itemIds.1', 'itemIds.2', 'itemIds.3']);
        const twice = await move({ itemIds: [good, good], groupId: board.group('Two') });
        expect(refusedPaths(twice)).toEqual(['itemIds']);
        const wrongBoard = { itemIds: [good], groupId: board.group('Two'), boardId: other.id };
        expect(refusedPaths(await move(wrongBoard))).toEqual(['groupId']);
      });
      expect(events).toEqual([]);
    });
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => move({}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    const call = (client: typeof board.organization.owner.client, id: string) =>
      move({ itemIds: [id], groupId: board.group('Two') }, client);
    expect(await statusesOfEditors(board, call)).toEqual(ONLY_EDITORS);
  });

  it('403: one item on a board that the caller can only view, or a group there; nothing is written', async () => {
    const { organization } = board;
    const looked = await aBoard({ organization });
    const viewer = await looked.workspace.addMember('viewer');
    const [mine, theirs] = [await anItem(board), await anItem(looked)];
    const events = await eventsDuring(organization, async () => {
      const out = { itemIds: [mine, theirs], groupId: board.group('Two'), boardId: board.id };
      expect((await move(out, viewer.client)).status).toBe(403);
      const into = { itemIds: [mine], groupId: looked.groupIds[0], boardId: looked.id };
      expect((await move(into, viewer.client)).status).toBe(403);
    });
    expect(events).toEqual([]);
  });

  it('403: a token without the scope write', async () => {
    const call = (client: typeof board.organization.owner.client) =>
      move({ itemIds: [newId('item')], groupId: board.group('One') }, client);
    expect(await statusWithoutScope(board.workspace, 'write', call)).toBe(403);
  });

  it('404: foreign, hidden and trashed ids, like missing ones; nothing is written', async () => {
    const foreign = await aBoard();
    const foreignItem = await anItem(foreign);
    const trashed = await anItem(board);
    await made(board.organization.owner.client, 'items.delete', { id: trashed });
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hiddenBoard = await aBoard({ workspace: closed });
    const hidden = await anItem(hiddenBoard);
    const stays = await anItem(board);
    const { client } = await board.organization.addMember('member');
    const events = await eventsDuring(board.organization, async () => {
      const groupId = board.group('Two');
      for (const boardId of [undefined, board.id]) {
        const among = (id: string) => move({ itemIds: [stays, id], groupId, boardId }, client);
        for (const id of [foreignItem, trashed, hidden]) expect(await lookOf(id, among)).toEqual(MISSING);
      }
      const into = (id: string) => move({ itemIds: [stays], groupId: id }, client);
      for (const id of [foreign.groupIds[0]!, hiddenBoard.groupIds[0]!])
        expect(await lookOf(id, into)).toEqual(MISSING);
      const on = (id: string) => move({ itemIds: [stays], groupId, boardId: id }, client);
      for (const id of [foreign.id, hiddenBoard.id]) expect(await lookOf(id, on)).toEqual(MISSING);
    });
    expect(events).toEqual([]);
  });
});
