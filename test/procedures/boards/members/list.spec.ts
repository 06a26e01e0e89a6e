import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../../support/refusals';

describe('boards.members.list', () => {
  let board: TestBoard;
  let userIds: string[];
  beforeAll(async () => {
    board = await aBoard();
    userIds = [];
    for (const permission of ['view', 'edit', 'view']) {
      const { userId } = await board.organization.addMember('guest');
      const share = { boardId: board.id, userId, permission };
      await made(board.organization.owner.client, 'boards.members.add', share);
      userIds.push(userId);
    }
    userIds.sort();
  });
  const call = (input: object = {}, client = board.organization.owner.client) =>
    client.query('boards.members.list', { boardId: board.id, ...input });

  it('200: the guests and their permissions, page by page, without their addresses', async () => {
    const first = await call({ limit: 2 });
    const second = await call({ limit: 2, cursor: first.data.nextCursor });
    const members = [...first.data.members, ...second.data.members];
    expect(members.map(({ userId }) => userId)).toEqual(userIds);
    expect(members.map(({ permission }) => permission).toSorted()).toEqual(['edit', 'view', 'view']);
    expect(second.data.nextCursor).toBeNull();
    expect(JSON.stringify(members)).not.toContain('@');
  });

  it('200: for every member of the organization who sees the board', async () => {
    const viewer = await board.workspace.addMember('viewer');
    expect((await call({}, viewer.client)).status).toBe(200);
  });

  it('400: an unknown cursor, a bad limit', async () => {
    expect(refusedPaths(await call({ cursor: newId('user') }))).toEqual(['cursor']);
    expect(refusedPaths(await call({ limit: 0 }))).toEqual(['limit']);
  });

  it('401: without a credential', async () => {
    expect((await call({}, board.organization.owner.client.as({ token: '' }))).status).toBe(401);
  });

  it('403: for guests, also those who have access', async () => {
    const { userId, client } = await board.organization.addMember('guest');
    const share = { boardId: board.id, userId, permission: 'edit' };
    await made(board.organization.owner.client, 'boards.members.add', share);
    expect((await call({}, client)).status).toBe(403);
    await made(board.organization.owner.client, 'boards.members.remove', { boardId: board.id, userId });
  });

  it('404: a missing, foreign or hidden board', async () => {
    const foreign = await aBoard();
    const closed = await aBoard({
      workspace: await aWorkspace({ organization: board.organization, visibility: 'closed' }),
    });
    const outsider = await board.organization.addMember('member');
    const look = (id: string, client = board.organization.owner.client) =>
      lookOf(id, (boardId) => client.query('boards.members.list', { boardId }));
    expect(await look(foreign.id)).toEqual(MISSING);
    expect(await look(closed.id, outsider.client)).toEqual(MISSING);
  });
});
