import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemId } from '../../../src/kernel/ids';
import type { WireClient } from '../../support/client';
import { deliverEvents, eventually } from '../../support/events';
import { contentOf } from '../../support/exported-board';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';

describe('changes.undo of boards.groups.delete', () => {
  let board: TestBoard;
  let owner: WireClient;
  beforeEach(async () => {
    board = await aBoard({ groups: ['A', 'B', 'C'], columns: [{ name: 'Text', type: 'text' }] });
    owner = board.organization.owner.client;
  });
  const call = async (name: string, input: object, client = owner) => {
    const answer = await client.mutate(name, input);
    expect([name, answer.status, answer.error]).toEqual([name, 200, undefined]);
    return { requestId: answer.headers['x-request-id']!, data: answer.data };
  };
  const undo = async (requestId: string, client = owner) => {
    const { data, requestId: id } = await call('changes.undo', { requestId }, client);
    return { undone: data.undone, skipped: data.skipped, requestId: id };
  };
  const drop = (group: string, input: object = {}) =>
    call('boards.groups.delete', { id: board.group(group), ...input });
  const content = () => contentOf(owner, board.id);
  const groupsNow = async () =>
    (await owner.query('boards.get', { id: board.id })).data.groups.map(({ name }: { name: string }) => name);
  const fill = async (): Promise<ItemId[]> => {
    const groupId = board.group('B');
    const values = { [board.column('Text')]: 'value' };
    const items = [await anItem(board, { groupId, values }), await anItem(board, { groupId })];
    await anItem(board, { groupId, parentId: items[0]! });
    await anItem(board, { groupId: board.group('C') });
    const archived = await anItem(board, { groupId });
    await call('items.archive', { id: archived });
    return [...items, archived];
  };
  const targets = (): object[] => [{}, { moveItemsTo: board.group('C') }];

  it('an archived board stays unchanged: all of it is in skipped', async () => {
    await fill();
    const { requestId } = await drop('B');
    await call('boards.archive', { id: board.id });
    const { undone, skipped } = await undo(requestId);
    expect([undone, skipped.map(({ reason }: { reason: string }) => reason)]).toEqual([
      0,
      ['board_archived', 'board_archived', 'board_archived'],
    ]);
    await call('boards.restore', { id: board.id });
    expect(await groupsNow()).toEqual(['A', 'C']);
  });

  it.each([0, 1])('the group and its items are as before, also after it is redone: case %i', async (at) => {
    await fill();
    const before = await content();
    const { requestId } = await drop('B', targets()[at]);
    const after = await content();
    if (at === 0) await deliverEvents(board.organization.app);
    const first = await undo(requestId);
    expect(first).toMatchObject({ undone: 3, skipped: [] });
    expect(await content()).toEqual(before);
    expect(await groupsNow()).toEqual(['A', 'B', 'C']);
    const redone = await undo(first.requestId);
    expect(redone).toMatchObject({ undone: 3, skipped: [] });
    expect(await content()).toEqual(after);
    expect(await groupsNow()).toEqual(['A', 'C']);
    expect(await undo(redone.requestId)).toMatchObject({ undone: 3, skipped: [] });
    expect(await content()).toEqual(before);
    await eventually(board.organization.app, async () => expect(await content()).toEqual(before));
  });

  it('the items can be written again, and the group is listed with its position', async () => {
    const [item] = await fill();
    const { requestId } = await drop('B');
    await undo(requestId);
    const next = await anItem(board, { groupId: board.group('B') });
    await call('items.move', { id: item!, groupId: board.group('B'), position: 2 });
    const { data } = await owner.query('items.list', { boardId: board.id, groupIds: [board.group('B')] });
    expect(data.items.map(({ position }: { position: number }) => position)).toEqual([0, 1, 2]);
    expect(data.items.map(({ id }: { id: string }) => id)).toContain(next);
    const { data: shown } = await owner.query('boards.get', { id: board.id });
    expect(shown.groups.map(({ position }: { position: number }) => position)).toEqual([0, 1, 2]);
  });

  it('items that were changed since stay, and purged ones are listed', async () => {
    const [first, second, archived] = await fill();
    const { requestId } = await drop('B');
    await call('items.restore', { id: first! });
    await call('trash.purge', { ids: [second!] });
    const { undone, skipped } = await undo(requestId);
    expect(undone).toBe(1);
    expect(skipped).toHaveLength(2);
    expect(skipped).toEqual(
      expect.arrayContaining([
        { itemId: first, reason: 'changed_since' },
        { itemId: second, reason: 'item_deleted' },
      ]),
    );
    expect((await owner.query('items.get', { id: first! })).data.groupId).toBe(board.group('A'));
    expect((await owner.query('items.get', { id: archived! })).data.groupId).toBe(board.group('B'));
  });

  it('items that were moved from the other group since stay there', async () => {
    const [first] = await fill();
    const { requestId } = await drop('B', { moveItemsTo: board.group('C') });
    await call('items.move', { id: first!, groupId: board.group('A') });
    expect(await undo(requestId)).toMatchObject({
      undone: 2,
      skipped: [{ itemId: first, reason: 'changed_since' }],
    });
  });

  it('a second undo changes nothing, and redoing keeps a group in which items are by now', async () => {
    await fill();
    const { requestId } = await drop('B');
    const first = await undo(requestId);
    expect(await undo(requestId)).toMatchObject({ undone: 0 });
    const added = await anItem(board, { groupId: board.group('B') });
    expect(await undo(first.requestId)).toMatchObject({ undone: 3, skipped: [] });
    expect(await groupsNow()).toEqual(['A', 'B', 'C']);
    expect((await owner.query('items.get', { id: added })).data.groupId).toBe(board.group('B'));
  });

  it('parallel undos return the group once', async () => {
    await fill();
    const before = await content();
    const { requestId } = await drop('B');
    const answers = await Promise.all([undo(requestId), undo(requestId), undo(requestId)]);
    expect(answers.map(({ undone }) => undone).toSorted()).toEqual([0, 0, 3]);
    expect(await content()).toEqual(before);
  });

  it('an empty group returns', async () => {
    const { requestId } = await drop('A');
    expect(await undo(requestId)).toMatchObject({ undone: 0, skipped: [] });
    expect(await groupsNow()).toEqual(['A', 'B', 'C']);
    const again = await owner.mutate('changes.undo', { requestId });
    expect([again.status, again.error!.data]).toMatchObject([400, { reason: 'not_undoable' }]);
  });

  it('a user who can no longer change groups returns nothing; a token without delete does not redo', async () => {
    const { client: member, userId } = await board.workspace.addMember('member');
    const [first] = await fill();
    const { requestId } = await call('boards.groups.delete', { id: board.group('B') }, member);
    const workspaceId = board.workspace.id;
    await call('workspaces.members.updateRole', { workspaceId, userId, role: 'viewer' });
    const { undone, skipped } = await undo(requestId, member);
    expect([undone, skipped]).toEqual([
      0,
      expect.arrayContaining([{ itemId: first, reason: 'no_permission' }]),
    ]);
    expect(await groupsNow()).toEqual(['A', 'C']);
    const returned = await undo(requestId);
    const writer = await board.organization.tokenFor(board.organization.owner, ['read', 'write']);
    expect(await undo(returned.requestId, writer)).toMatchObject({ undone: 0 });
    expect(await groupsNow()).toEqual(['A', 'B', 'C']);
  });

  it('groups of another organization, and of users who are not the caller, are not found', async () => {
    await fill();
    const { requestId } = await drop('B');
    const { client: member } = await board.workspace.addMember('member');
    const stranger = (await aBoard()).organization.owner.client;
    for (const client of [member, stranger])
      expect((await client.mutate('changes.undo', { requestId })).status).toBe(404);
  });
});
