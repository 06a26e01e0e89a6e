import { beforeAll, describe, expect, it } from 'vitest';
import { statusWithoutScope, codesWithoutCredential, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard } from '../../support/factories/board.factory';
import { aProject, type TestProject } from '../../support/factories/project.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';
import { ofOrganization } from '../../support/record-keys';

describe('projects.delete', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await aProject();
  });
  const remove = (input: object, client = project.organization.owner.client) =>
    client.mutate('projects.delete', { id: project.id, ...input });

  it('200: the project and its contents immediately no longer exist', async () => {
    const target = await aProject();
    const { client } = target.organization.owner;
    const board = await aBoard({ project: target, groups: ['A'] });
    const input = { boardId: board.id, groupId: board.group('A'), name: 'Item' };
    const item = await made(client, 'items.create', input);
    // Read before, so that what is kept in memory has to go too.
    expect((await client.query('boards.get', { id: board.id })).status).toBe(200);
    const { status, data } = await client.mutate('projects.delete', { id: target.id });
    expect([status, data]).toEqual([200, { success: true }]);
    for (const [procedure, id] of [
      ['projects.get', target.id],
      ['boards.get', board.id],
      ['items.get', item.id],
    ] as const) {
      expect(await lookOf(id, (each) => client.query(procedure, { id: each }))).toEqual(MISSING);
    }
    expect((await client.mutate('items.create', input)).status).toBe(404);
    expect((await client.mutate('projects.delete', { id: target.id })).status).toBe(404);
    const { data: listed } = await client.query('projects.list', { workspaceId: target.workspace.id });
    expect(listed.projects).toEqual([]);
  });

  it('200: its rows are deleted in the background', async () => {
    const target = await aProject();
    const { organization } = target;
    const { client } = organization.owner;
    const board = await aBoard({ project: target, groups: ['A'] });
    const input = { boardId: board.id, groupId: board.group('A'), name: 'Item' };
    const parent = await made(client, 'items.create', input);
    await made(client, 'items.create', { ...input, name: 'Sub', parentId: parent.id });
    await made(client, 'projects.delete', { id: target.id });
    const count = async (table: string) => {
      const sql = `select count(*)::int as rows from ${table} where ${ofOrganization(table)}`;
      return (await organization.app.sql.query<{ rows: number }>(sql, [organization.id])).rows[0]!.rows;
    };
    for (const table of ['items', 'item_values', 'item_runs', 'columns', 'groups', 'boards']) {
      await expect.poll(() => count(table)).toBe(0);
    }
    // It keeps the place of cursors that refer to it.
    expect(await count('projects')).toBe(1);
  });

  it('200: writes one event with the record as it was', async () => {
    const target = await aProject();
    const { organization, record } = target;
    const events = await eventsDuring(organization, () =>
      made(organization.owner.client, 'projects.delete', { id: target.id }),
    );
    const { boards: _boards, ...before } = record;
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'project.deleted', data: { project: before } },
    ]);
  });

  it('200 and 403: its creator and workspace admins, no other user', async () => {
    const { workspace, organization } = await aProject();
    const creator = await workspace.addMember('member');
    const own = () => aProject({ workspace, by: creator });
    const target = await own();
    const rejected = [
      await workspace.addMember('member'),
      await workspace.addMember('viewer'),
      await organization.addMember('member'),
      await organization.addMember('guest'),
    ];
    const written = await eventsDuring(organization, async () => {
      for (const { client } of rejected) {
        expect((await client.mutate('projects.delete', { id: target.id })).status).toBe(403);
      }
    });
    expect(written).toEqual([]);
    const allowed = [
      creator,
      await workspace.addMember('admin'),
      await organization.addMember('admin'),
      organization.owner,
    ];
    for (const { client } of allowed) await made(client, 'projects.delete', { id: (await own()).id });
  });

  it('403: a creator who is a viewer of the workspace now', async () => {
    const workspace = await aWorkspace();
    const creator = await workspace.addMember('member');
    const { id } = await aProject({ workspace, by: creator });
    const demotion = { workspaceId: workspace.id, userId: creator.userId, role: 'viewer' };
    await made(workspace.organization.owner.client, 'workspaces.members.updateRole', demotion);
    expect((await creator.client.mutate('projects.delete', { id })).status).toBe(403);
  });

  it('400: an unknown key, an invalid id', async () => {
    expect(refusedPaths(await remove({ cascade: true }))).toEqual(['cascade']);
    expect(refusedPaths(await remove({ id: 'prj_' }))).toEqual(['id']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(project.workspace, (client) => remove({}, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: a token without the scope delete', async () => {
    expect(await statusWithoutScope(project.workspace, 'delete', (client) => remove({}, client))).toBe(403);
  });

  it("404: another organization's project looks exactly like a missing one", async () => {
    const other = await aProject();
    expect(await lookOf(other.id, (id) => remove({ id }))).toEqual(MISSING);
    expect((await other.organization.owner.client.query('projects.get', { id: other.id })).status).toBe(200);
  });

  it('409: the project has changed since', async () => {
    const { id, organization, record } = await aProject();
    const { client } = organization.owner;
    await made(client, 'projects.update', { id, name: 'Changed' });
    const written = await eventsDuring(organization, async () => {
      const stale = { id, expectedUpdatedAt: record.updatedAt };
      expect((await client.mutate('projects.delete', stale)).status).toBe(409);
    });
    expect(written).toEqual([]);
    expect((await client.query('projects.get', { id })).status).toBe(200);
  });

  it('200 and 404: of two concurrent calls one deletes, with one event', async () => {
    const { id, organization } = await aProject();
    const events = await eventsDuring(organization, async () => {
      const answers = await Promise.all(
        [1, 2].map(() => organization.owner.client.mutate('projects.delete', { id })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    });
    expect(events).toHaveLength(1);
  });
});
