import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { expectNeedsScope, expectUnauthorized } from '../../../support/access-checks';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import type { TestMember } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { eventsDuring } from '../../../support/refusals';

describe('boards.members.remove', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard();
  });
  async function aGuest(): Promise<TestMember> {
    const guest = await board.organization.addMember('guest');
    await made(board.organization.owner.client, 'boards.members.add', {
      boardId: board.id,
      userId: guest.userId,
      permission: 'edit',
    });
    return guest;
  }
  const call = (userId: string, client = board.organization.owner.client, boardId: string = board.id) =>
    client.mutate('boards.members.remove', { boardId, userId });

  it('200: from the next call on the board does not exist for the guest', async () => {
    const { client, userId } = await aGuest();
    expect((await client.query('boards.get', { id: board.id })).status).toBe(200);
    const written = await eventsDuring(board.organization, async () => {
      expect((await call(userId)).data).toEqual({ success: true });
    });
    expect(written.map(({ type, data }) => [type, data.userId])).toEqual([['board_member.removed', userId]]);
    expect((await client.query('boards.get', { id: board.id })).status).toBe(404);
    expect((await client.query('workspaces.list', {})).data.workspaces).toEqual([]);
  });

  it('403: for users who cannot change the board’s structure, and for the guest', async () => {
    const guest = await aGuest();
    const viewer = await board.workspace.addMember('viewer');
    const visitor = await board.organization.addMember('member');
    for (const { client } of [guest, viewer, visitor]) {
      expect((await call(guest.userId, client)).status).toBe(403);
    }
    const member = await board.workspace.addMember('member');
    expect((await call(guest.userId, member.client)).status).toBe(200);
  });

  it('404: a user who has no access, a second time, or of another board', async () => {
    const { userId } = await aGuest();
    const other = await aBoard({ organization: board.organization });
    expect((await call(userId, undefined, other.id)).status).toBe(404);
    expect((await call(newId('user'))).status).toBe(404);
    expect((await call(board.organization.owner.userId)).status).toBe(404);
    expect((await call(userId, undefined, (await aBoard()).id)).status).toBe(404);
    expect((await call(userId)).status).toBe(200);
    expect((await call(userId)).status).toBe(404);
  });

  it('401, and 403 without the scope', async () => {
    const { userId } = await aGuest();
    await expectUnauthorized(board.workspace, (client) => call(userId, client));
    await expectNeedsScope(board.workspace, 'write', (client) => call(userId, client));
  });
});
