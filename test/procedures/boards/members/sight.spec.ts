import { beforeAll, describe, expect, it } from 'vitest';
import { indexed } from '../../../support/search-index';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import type { TestMember } from '../../../support/factories/organization.factory';
import { aProject, type TestProject } from '../../../support/factories/project.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';

/** One shared board among others of its project, its workspace and its organization. */
describe('what a guest sees around a shared board', () => {
  let shared: TestBoard;
  let hidden: TestBoard;
  let project: TestProject;
  let guest: TestMember;
  let elsewhere: TestBoard;

  beforeAll(async () => {
    const workspace = await aWorkspace({ name: 'Shown workspace' });
    const { organization } = workspace;
    project = await aProject({ workspace, name: 'Shown project' });
    shared = await aBoard({ project, name: 'Shown board' });
    hidden = await aBoard({ project, name: 'Secret board' });
    await aProject({ workspace, name: 'Secret project' });
    elsewhere = await aBoard({ organization, name: 'Secret elsewhere' });
    await workspace.addMember('member', 'Secret Member');
    for (const board of [shared, hidden, elsewhere]) {
      await anItem(board, { name: `Rocket on ${board.record.name}` });
      const trashed = await anItem(board, { name: `Trashed on ${board.record.name}` });
      await made(organization.owner.client, 'items.delete', { id: trashed });
    }
    guest = await organization.addMember('guest');
    const share = { boardId: shared.id, userId: guest.userId, permission: 'edit' };
    await made(organization.owner.client, 'boards.members.add', share);
    await indexed(organization);
  });

  async function asked(name: string, input: object) {
    const { status, data, bytes } = await guest.client.query(name, input);
    expect([name, status]).toEqual([name, 200]);
    expect([name, /Secret|@example\.com/.exec(bytes.toString())?.[0]]).toEqual([name, undefined]);
    return data;
  }

  it('workspaces: those that contain it, without counts of the rest', async () => {
    const { workspaces } = await asked('workspaces.list', {});
    expect(
      workspaces.map(({ id, projectCount, memberCount }: never) => [id, projectCount, memberCount]),
    ).toEqual([[shared.workspace.id, 1, 0]]);
    const workspace = await asked('workspaces.get', { id: shared.workspace.id });
    expect([workspace.projects, workspace.members]).toEqual([
      [{ id: project.id, name: 'Shown project' }],
      [],
    ]);
    expect((await guest.client.query('workspaces.get', { id: elsewhere.workspace.id })).status).toBe(404);
    expect((await guest.client.query('workspaces.list', { cursor: elsewhere.workspace.id })).status).toBe(
      400,
    );
  });

  it('projects: those that contain it, counting only its items', async () => {
    const { projects } = await asked('projects.list', { workspaceId: shared.workspace.id });
    expect(projects.map(({ id, boardCount, itemCount }: never) => [id, boardCount, itemCount])).toEqual([
      [project.id, 1, 1],
    ]);
    const { boards } = await asked('projects.get', { id: project.id });
    expect(boards.map(({ id }: never) => id)).toEqual([shared.id]);
    expect((await guest.client.query('projects.get', { id: elsewhere.project.id })).status).toBe(404);
  });

  it('boards: only the shared one', async () => {
    const { boards } = await asked('boards.list', { projectId: project.id });
    expect(boards.map(({ id }: never) => id)).toEqual([shared.id]);
    expect(
      (await guest.client.query('boards.list', { projectId: project.id, cursor: hidden.id })).status,
    ).toBe(400);
  });

  it('search: its contents', async () => {
    for (const input of [{}, { workspaceId: shared.workspace.id }]) {
      const { results } = await asked('search.query', { q: 'Rocket', ...input });
      expect(results.map(({ boardId }: never) => boardId)).toEqual([shared.id]);
    }
    const named = await asked('search.query', { q: 'Shown board' });
    expect(named.results.map(({ id }: never) => id)).toContain(shared.id);
    expect((await asked('search.query', { q: 'Secret' })).results).toEqual([]);
    const { rows } = await shared.organization.app.sql.query<{ id: string }>(
      'select id from items where organization_id = $1 and board_id = $2 and trashed_at is null',
      [shared.organization.id, hidden.id],
    );
    const theirs = await guest.client.query('search.query', { q: 'Rocket', cursor: rows[0]!.id });
    expect(theirs.status).toBe(400);
  });

  it('Trash: its deleted items', async () => {
    const { items } = await asked('trash.list', {});
    expect(items.map(({ boardId }: never) => boardId)).toEqual([shared.id]);
    const { data } = await shared.organization.owner.client.query('trash.list', { boardId: hidden.id });
    const cursor = data.items[0].id as string;
    expect((await guest.client.query('trash.list', { cursor })).status).toBe(400);
  });

  it('an export: its rows', async () => {
    const url = `/api/boards/${shared.id}/export?format=csv`;
    const { status, bytes } = await guest.client.request('GET', url);
    expect([status, bytes.toString().includes('Rocket'), bytes.toString().includes('Secret')]).toEqual([
      200,
      true,
      false,
    ]);
    const theirs = await guest.client.request('GET', `/api/boards/${hidden.id}/export?format=csv`);
    expect(theirs.status).toBe(404);
  });

  it('nothing, once the board is deleted', async () => {
    const board = await aBoard({ organization: shared.organization });
    const { client, userId } = await shared.organization.addMember('guest');
    const { client: owner } = shared.organization.owner;
    await made(owner, 'boards.members.add', { boardId: board.id, userId, permission: 'view' });
    expect((await client.query('workspaces.list', {})).data.workspaces).toHaveLength(1);
    await made(owner, 'boards.delete', { id: board.id });
    expect((await client.query('workspaces.list', {})).data.workspaces).toEqual([]);
    expect((await client.query('projects.get', { id: board.project.id })).status).toBe(404);
  });
});
