import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import {
  expectNeedsScope,
  expectUnauthorized,
  ONLY_BUILDERS,
  statusesByRole,
} from '../../../support/access-checks';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization, type TestMember } from '../../../support/factories/organization.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { eventsDuring, refusedPaths } from '../../../support/refusals';

describe('boards.members.add', () => {
  let board: TestBoard;
  let guest: TestMember;
  beforeAll(async () => {
    board = await aBoard();
    guest = await board.organization.addMember('guest', 'Gita Guest');
  });
  const call = (input: object = {}, client = board.organization.owner.client) =>
    client.mutate('boards.members.add', {
      boardId: board.id,
      userId: guest.userId,
      permission: 'view',
      ...input,
    });

  it('200: shares, changes the permission, and writes one event for each', async () => {
    const { userId } = await board.organization.addMember('guest', 'New Guest');
    const statuses: number[] = [];
    const written = await eventsDuring(board.organization, async () => {
      for (const permission of ['view', 'view', 'edit']) {
        const { status, data } = await call({ userId, permission });
        statuses.push(status);
        expect(data).toEqual({
          boardId: board.id,
          userId,
          name: 'New Guest',
          isServiceAccount: false,
          permission,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        });
      }
    });
    expect(statuses).toEqual([200, 200, 200]);
    expect(written.map(({ type, boardId, data }) => [type, boardId, data.permission])).toEqual([
      ['board_member.added', board.id, 'view'],
      ['board_member.changed', board.id, 'edit'],
    ]);
  });

  it('takes effect with the next call: view, edit, view again', async () => {
    const { client, userId } = await board.organization.addMember('guest');
    const itemId = await anItem(board);
    const statuses = async () => [
      (await client.query('items.get', { id: itemId })).status,
      (await client.mutate('items.update', { id: itemId, name: 'By a guest' })).status,
    ];
    expect(await statuses()).toEqual([404, 404]);
    await call({ userId });
    expect(await statuses()).toEqual([200, 403]);
    await call({ userId, permission: 'edit' });
    expect(await statuses()).toEqual([200, 200]);
    await call({ userId, permission: 'view' });
    expect(await statuses()).toEqual([200, 403]);
  });

  it('400: members of the organization see boards through their workspaces', async () => {
    for (const role of ['member', 'admin'] as const) {
      const { userId } = await board.organization.addMember(role);
      expect(refusedPaths(await call({ userId }))).toEqual(['userId']);
    }
    expect(refusedPaths(await call({ permission: 'delete' }))).toEqual(['permission']);
    expect(refusedPaths(await call({ boardId: 'board' }))).toEqual(['boardId']);
  });

  it('403: for all users who cannot change the board’s structure', async () => {
    expect(await statusesByRole(board.workspace, (client) => call({}, client))).toEqual(ONLY_BUILDERS);
  });

  it('403: for the guest who has access', async () => {
    await call({ permission: 'edit' });
    expect((await call({}, guest.client)).status).toBe(403);
  });

  it('404: for what is missing, foreign, hidden or inactive', async () => {
    const foreign = await aBoard();
    expect((await call({ boardId: foreign.id })).status).toBe(404);
    expect((await call({ boardId: newId('board') })).status).toBe(404);
    expect((await call({ userId: newId('user') })).status).toBe(404);
    expect((await call({ userId: (await anOrganization()).owner.userId })).status).toBe(404);
    const inactive = await board.organization.addMember('guest');
    await board.organization.app.sql.query(
      `update members set status = 'deactivated' where organization_id = $1 and user_id = $2`,
      [board.organization.id, inactive.userId],
    );
    expect((await call({ userId: inactive.userId })).status).toBe(404);
    const closed = await aBoard({
      workspace: await aWorkspace({ organization: board.organization, visibility: 'closed' }),
    });
    const outsider = await board.organization.addMember('member');
    expect((await call({ boardId: closed.id }, outsider.client)).status).toBe(404);
  });

  it('401, and 403 without the scope', async () => {
    await expectUnauthorized(board.workspace, (client) => call({}, client));
    await expectNeedsScope(board.workspace, 'write', (client) => call({}, client));
  });

  it('has no effect for a user who is no longer a guest', async () => {
    const closed = await aBoard({
      workspace: await aWorkspace({ organization: board.organization, visibility: 'closed' }),
    });
    const { client, userId } = await board.organization.addMember('guest');
    await made(board.organization.owner.client, 'boards.members.add', {
      boardId: closed.id,
      userId,
      permission: 'edit',
    });
    await made(board.organization.owner.client, 'organizations.members.updateRole', {
      userId,
      role: 'member',
    });
    expect((await client.query('boards.get', { id: closed.id })).status).toBe(404);
    const { data } = await board.organization.owner.client.query('boards.members.list', {
      boardId: closed.id,
    });
    expect(data.members).toEqual([]);
  });
});
