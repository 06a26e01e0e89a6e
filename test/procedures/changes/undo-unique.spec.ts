import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemId } from '../../../src/kernel/ids';
import { contentOf } from '../../support/exported-board';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { valueOf } from '../../support/factories/item.factory';
import type { WireClient } from '../../support/client';

const KEYED = {
  groups: ['A', 'B'],
  columns: [
    { name: 'Key', type: 'text', config: { unique: true } },
    { name: 'Note', type: 'text' },
  ],
};
const reason = 'value_not_unique';

describe('changes.undo, when a unique value was taken meanwhile', () => {
  let board: TestBoard;
  let owner: WireClient;
  let columnId: string;
  beforeEach(async () => {
    board = await aBoard(KEYED);
    owner = board.organization.owner.client;
    columnId = board.column('Key');
  });
  const call = async (name: string, input: object, headers: Record<string, string> = {}) => {
    const answer = await owner.mutate(name, input, headers);
    expect([name, answer.status, answer.error]).toEqual([name, 200, undefined]);
    return { requestId: answer.headers['x-request-id']!, data: answer.data };
  };
  const create = async (key: string | null, input: object = {}): Promise<ItemId> => {
    const values = key === null ? {} : { [columnId]: key };
    const item = { boardId: board.id, groupId: board.group('A'), name: 'Item', values, ...input };
    return (await call('items.create', item)).data.id as ItemId;
  };
  const undo = async (requestId: string) => (await call('changes.undo', { requestId })).data;
  const keyOf = (id: ItemId) => valueOf(board, id, columnId);

  it('an item that was moved to another board stays there, the others return', async () => {
    const other = await aBoard({ ...KEYED, organization: board.organization, workspace: board.workspace });
    const [taken, free] = [await create('A-1'), await create('A-2')];
    const to = { boardId: other.id, groupId: other.group('A') };
    const { requestId } = await call('items.bulkMove', { itemIds: [taken, free], ...to });
    await create('A-1');
    expect(await undo(requestId)).toEqual({
      undone: 1,
      skipped: [{ itemId: taken, reason }],
      nextCursor: null,
    });
    const boardOf = async (id: string) => (await owner.query('items.get', { id })).data.boardId as string;
    expect([await boardOf(taken), await boardOf(free)]).toEqual([other.id, board.id]);
    expect(await keyOf(free)).toBe('A-2');
  });

  it('an item stays on the other board when the value of a sub-item was taken', async () => {
    const other = await aBoard({ ...KEYED, organization: board.organization, workspace: board.workspace });
    const parent = await create('A-1');
    await create('A-2', { parentId: parent });
    const to = { boardId: other.id, groupId: other.group('A') };
    const { requestId } = await call('items.move', { id: parent, ...to });
    const holder = await create('A-2');
    expect(await undo(requestId)).toEqual({
      undone: 0,
      skipped: [{ itemId: parent, reason }],
      nextCursor: null,
    });
    await call('items.delete', { id: holder });
    expect(await undo(requestId)).toEqual({ undone: 1, skipped: [], nextCursor: null });
  });

  it('a deleted item stays in Trash with all of its changes, the others return', async () => {
    const [taken, free] = [await create('A-1'), await create('A-2')];
    const { requestId } = await call('items.bulkDelete', { itemIds: [taken, free] });
    await create('A-1');
    expect(await undo(requestId)).toEqual({
      undone: 1,
      skipped: [{ itemId: taken, reason }],
      nextCursor: null,
    });
    const trash = (await owner.query('trash.list', { boardId: board.id })).data.items as { id: string }[];
    expect(trash.map(({ id }) => id)).toEqual([taken]);
    expect(await keyOf(free)).toBe('A-2');
  });

  it('a deleted item stays in Trash when the value of a sub-item was taken', async () => {
    const parent = await create('A-1');
    const sub = await create('A-2', { parentId: parent });
    const { requestId } = await call('items.delete', { id: parent });
    await create('A-2');
    expect(await undo(requestId)).toEqual({
      undone: 0,
      skipped: [{ itemId: parent, reason }],
      nextCursor: null,
    });
    expect((await owner.query('items.get', { id: sub })).status).toBe(404);
  });

  it('one of two deleted items with the same value returns when the column became unique', async () => {
    await call('columns.update', { id: columnId, config: { unique: false } });
    const ids = [await create('A-1'), await create('A-1')];
    const { requestId } = await call('items.bulkDelete', { itemIds: ids });
    await call('columns.update', { id: columnId, config: { unique: true } });
    const { undone, skipped } = await undo(requestId);
    expect([undone, skipped]).toEqual([1, [{ itemId: expect.stringMatching(/^itm_/), reason }]]);
    expect(ids).toContain(skipped[0].itemId);
  });

  it('values that items of the call passed on return in a chain', async () => {
    const ids = [await create('1'), await create('2'), await create('3')];
    const before = await contentOf(owner, board.id);
    for (const order of [ids, ids.toReversed()]) {
      const headers = { 'x-request-id': `chain-${order.join('-').slice(0, 100)}` };
      const set = (itemId: string, value: string) =>
        call('items.setValue', { itemId, columnId, value }, headers);
      await set(order[0]!, 'free');
      await set(order[1]!, order === ids ? '1' : '3');
      await set(order[2]!, '2');
      expect(await undo(headers['x-request-id'])).toEqual({ undone: 3, skipped: [], nextCursor: null });
      expect(await contentOf(owner, board.id)).toEqual(before);
    }
  });

  it('the value of a deleted item that a created item got returns with the deleted item', async () => {
    const item = await create('A-1');
    const before = await contentOf(owner, board.id);
    const headers = { 'x-request-id': `replaced-${item}` };
    await call('items.delete', { id: item }, headers);
    const replacement = { boardId: board.id, groupId: board.group('A'), name: 'New' };
    await call('items.create', { ...replacement, values: { [columnId]: 'A-1' } }, headers);
    expect(await undo(headers['x-request-id'])).toEqual({ undone: 2, skipped: [], nextCursor: null });
    expect(await contentOf(owner, board.id)).toEqual(before);
  });

  it('a changed value that a created item got returns with the undone creation', async () => {
    const item = await create('A-1');
    const before = await contentOf(owner, board.id);
    const headers = { 'x-request-id': `passed-${item}` };
    await call('items.setValue', { itemId: item, columnId, value: 'A-2' }, headers);
    const next = { boardId: board.id, groupId: board.group('A'), name: 'New', values: { [columnId]: 'A-1' } };
    await call('items.create', next, headers);
    expect(await undo(headers['x-request-id'])).toEqual({ undone: 2, skipped: [], nextCursor: null });
    expect(await contentOf(owner, board.id)).toEqual(before);
  });
});
