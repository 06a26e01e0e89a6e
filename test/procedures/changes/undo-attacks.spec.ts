import { beforeAll, describe, expect, it } from 'vitest';
import type { ItemId } from '../../../src/kernel/ids';
import type { WireClient } from '../../support/client';
import { contentOf } from '../../support/exported-board';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';

describe('changes.undo, attacked', () => {
  let board: TestBoard;
  let owner: WireClient;
  beforeAll(async () => {
    board = await aBoard({ groups: ['A', 'B'], columns: [{ name: 'Text', type: 'text' }] });
    owner = board.organization.owner.client;
  });
  const call = async (name: string, input: object, headers: Record<string, string> = {}, client = owner) => {
    const answer = await client.mutate(name, input, headers);
    expect([name, answer.status, answer.error]).toEqual([name, 200, undefined]);
    return { requestId: answer.headers['x-request-id']!, data: answer.data };
  };
  const undo = (requestId: unknown, client = owner) => client.mutate('changes.undo', { requestId });

  it('hostile input is rejected, never 500', async () => {
    const hostile = [
      '',
      ' ',
      '\u0000',
      'a\u0000b',
      '__proto__',
      '%',
      "' or 1=1 --",
      'ü',
      'x'.repeat(100_000),
    ];
    for (const value of [...hostile, [], {}, Number.POSITIVE_INFINITY, true, { toString: 'x' }])
      for (const key of ['requestId', 'importId', 'executionId']) {
        const { status } = await owner.mutate('changes.undo', { [key]: value });
        expect([key, value, status >= 400 && status < 500]).toEqual([key, value, true]);
      }
  });

  it('a request id does not find an import or a run, and an execution id given as a request id is not found by members', async () => {
    const { client: member } = await board.workspace.addMember('member');
    const item = await anItem(board);
    const automation = await call('automations.create', {
      boardId: board.id,
      name: 'Write',
      trigger: { type: 'recurring', config: { cron: '0 9 * * 1' } },
      actions: [{ type: 'set_value', config: { columnId: board.column('Text'), value: 'by automation' } }],
    });
    const { data: run } = await call('automations.run', { id: automation.data.id, itemId: item });
    for (const [key, client] of [
      ['requestId', member],
      ['executionId', member],
    ] as const)
      expect((await client.mutate('changes.undo', { [key]: run.id })).status).toBe(404);
  });

  it('another user who repeats a request id undoes their own changes only', async () => {
    const { client: member } = await board.workspace.addMember('member');
    const [theirs, mine] = [await anItem(board), await anItem(board)];
    const headers = { 'x-request-id': `repeated-${mine}` };
    const set = { columnId: board.column('Text'), value: 'set' };
    await call('items.setValue', { ...set, itemId: theirs }, headers);
    await call('items.setValue', { ...set, itemId: mine }, headers, member);
    const answer = await undo(headers['x-request-id'], member);
    expect(answer.data).toEqual({ undone: 1, skipped: [], nextCursor: null });
    const values = [];
    for (const id of [theirs, mine]) values.push(await valueOf(board, id, board.column('Text')));
    expect(values).toEqual(['set', null]);
  });

  it('a sub-item that was created and deleted with its parent does not return with it', async () => {
    const parent = await anItem(board);
    const before = await contentOf(owner, board.id);
    const headers = { 'x-request-id': `sub-${parent}` };
    const sub = { boardId: board.id, groupId: board.groupIds[0]!, parentId: parent, name: 'Sub' };
    await call('items.create', sub, headers);
    await call('items.delete', { id: parent }, headers);
    const { status, data } = await undo(headers['x-request-id']);
    expect([status, data.skipped]).toEqual([200, []]);
    expect(await contentOf(owner, board.id)).toEqual(before);
  });

  it('a board that another user edits meanwhile: every call succeeds, and later values stay', async () => {
    const { client: member } = await board.workspace.addMember('member');
    const ids: ItemId[] = [];
    for (let at = 0; at < 6; at += 1) ids.push(await anItem(board));
    const changes = { [board.column('Text')]: 'bulk' };
    const { requestId } = await call('items.bulkUpdate', { itemIds: ids, changes });
    const set = (itemId: ItemId) =>
      member.mutate('items.setValue', { itemId, columnId: board.column('Text'), value: 'later' });
    const answers = await Promise.all([
      ...ids.slice(0, 3).map((id) => set(id)),
      undo(requestId),
      undo(requestId),
      member.mutate('columns.create', { boardId: board.id, name: 'New', type: 'number' }),
      member.mutate('items.delete', { id: ids[5] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const values = [];
    for (const id of ids.slice(0, 5)) values.push(await valueOf(board, id, board.column('Text')));
    expect(values).toEqual(['later', 'later', 'later', null, null]);
  });
});
