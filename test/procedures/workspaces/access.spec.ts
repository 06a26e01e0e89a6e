import { beforeAll, describe, expect, it } from 'vitest';
import { FULL_ACCESS as EVERYTHING } from '../../support/caller-access';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import type { TestMember } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

const NOTHING = { edit: false, build: false, delete: false, comment: true, share: false };
const VISITOR = { ...NOTHING, edit: true, delete: true };

/** What each kind of user is shown of a workspace, and of a project and a board in it, and what is explained. */
const KINDS = {
  owner: [EVERYTHING, EVERYTHING, EVERYTHING, 'manage', 'organization_owner'],
  admin: [EVERYTHING, EVERYTHING, EVERYTHING, 'manage', 'organization_admin'],
  leader: [EVERYTHING, EVERYTHING, EVERYTHING, 'manage', 'workspace_admin'],
  member: [{ ...EVERYTHING, share: false }, EVERYTHING, EVERYTHING, 'manage', 'workspace_member'],
  viewer: [NOTHING, NOTHING, NOTHING, 'comment', 'workspace_viewer'],
  visitor: [VISITOR, VISITOR, VISITOR, 'edit', 'workspace_open'],
  guestToView: [NOTHING, NOTHING, NOTHING, 'comment', 'board_shared_view'],
  guestToEdit: [NOTHING, NOTHING, { ...NOTHING, edit: true }, 'edit', 'board_shared_edit'],
} as const;

describe('access', () => {
  let board: TestBoard;
  let users: Record<string, TestMember>;

  beforeAll(async () => {
    const workspace = await aWorkspace({ visibility: 'open' });
    const { organization } = workspace;
    board = await aBoard({ workspace });
    users = {
      owner: organization.owner,
      admin: await organization.addMember('admin'),
      leader: await workspace.addMember('admin'),
      member: await workspace.addMember('member'),
      viewer: await workspace.addMember('viewer'),
      visitor: await organization.addMember('member'),
      guestToView: await organization.addMember('guest'),
      guestToEdit: await organization.addMember('guest'),
    };
    for (const [kind, permission] of [
      ['guestToView', 'view'],
      ['guestToEdit', 'edit'],
    ] as const) {
      const share = { boardId: board.id, userId: users[kind]!.userId, permission };
      await made(organization.owner.client, 'boards.members.add', share);
    }
  });

  const explain = (userId: string, more: object = { boardId: board.id }) =>
    board.organization.owner.client.query('access.explain', { userId, ...more });

  it.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
    'of a workspace, a project and a board: %s',
    async (kind) => {
      const [ofWorkspace, ofProject, ofBoard] = KINDS[kind];
      const { client } = users[kind]!;
      const get = async (name: string, input: object) => (await client.query(name, input)).data;
      const { workspace, project } = board;
      const own = <Row extends { id: string }>(rows: Row[], id: string) => rows.find((row) => row.id === id);
      expect((await get('workspaces.get', { id: workspace.id })).access).toEqual(ofWorkspace);
      expect(own((await get('workspaces.list', {})).workspaces, workspace.id)).toMatchObject({
        access: ofWorkspace,
      });
      expect((await get('projects.get', { id: project.id })).access).toEqual(ofProject);
      const { projects } = await get('projects.list', { workspaceId: workspace.id });
      expect(own(projects, project.id)).toMatchObject({ access: ofProject });
      expect((await get('boards.get', { id: board.id })).access).toEqual(ofBoard);
      const { boards } = await get('boards.list', { projectId: project.id });
      expect(own(boards, board.id)).toMatchObject({ access: ofBoard });
    },
  );

  it.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('access.explain: %s', async (kind) => {
    const [, , , access, rule] = KINDS[kind];
    const { status, data } = await explain(users[kind]!.userId);
    expect(status).toBe(200);
    expect(data).toMatchObject({ access, because: [{ rule }] });
    const itemId = await anItem(board);
    expect((await explain(users[kind]!.userId, { itemId })).data).toEqual(data);
  });

  it('access.explain: why a user sees nothing', async () => {
    const { organization } = board;
    const closed = await aWorkspace({ organization, visibility: 'closed' });
    const boardId = (await aBoard({ workspace: closed })).id;
    const why = async (userId: string) => (await explain(userId, { boardId })).data;
    expect(await why(users['visitor']!.userId)).toEqual({
      access: 'none',
      because: [{ rule: 'workspace_closed', id: closed.id }],
    });
    expect(await why(users['guestToEdit']!.userId)).toEqual({
      access: 'none',
      because: [{ rule: 'board_not_shared', id: boardId, name: 'Board' }],
    });
    const former = await organization.addMember('member');
    await made(organization.owner.client, 'organizations.members.deactivate', { userId: former.userId });
    expect(await why(former.userId)).toEqual({ access: 'none', because: [{ rule: 'not_an_active_member' }] });
  });

  it('access.explain: 400, 403, 404', async () => {
    const { userId } = users['member']!;
    expect(refusedPaths(await explain(userId, {}))).toEqual(['boardId']);
    const itemId = await anItem(board);
    expect(refusedPaths(await explain(userId, { boardId: board.id, itemId }))).toEqual(['boardId']);
    expect((await explain('usr_01J00000000000000000000000')).status).toBe(404);
    const foreign = await aBoard();
    expect((await explain(foreign.organization.owner.userId)).status).toBe(404);
    expect((await explain(userId, { boardId: foreign.id })).status).toBe(404);
    for (const kind of ['leader', 'member', 'guestToEdit']) {
      const { status } = await users[kind]!.client.query('access.explain', { boardId: board.id, userId });
      expect(status).toBe(403);
    }
  });
});
