import { beforeAll, describe, expect, it } from 'vitest';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard } from '../../support/factories/board.factory';
import { aWorkspace, made, type TestWorkspace } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('workspaces.delete', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await aWorkspace();
  });
  const remove = (input: object = {}, client = workspace.organization.owner.client) =>
    client.mutate('workspaces.delete', { id: workspace.id, ...input });

  it('200: the workspace and its contents immediately no longer exist', async () => {
    const board = await aBoard({ groups: ['A'] });
    const { client } = board.organization.owner;
    const groupId = board.group('A');
    const item = await made(client, 'items.create', { boardId: board.id, groupId, name: 'Item' });
    await client.query('boards.get', { id: board.id });
    const { status, data } = await remove({ id: board.workspace.id }, client);
    expect([status, data]).toEqual([200, { success: true }]);
    for (const [procedure, id] of [
      ['workspaces.get', board.workspace.id],
      ['projects.get', board.project.id],
      ['boards.get', board.id],
      ['items.get', item.id],
    ] as const) {
      expect(await lookOf(id, (each) => client.query(procedure, { id: each }))).toEqual(MISSING);
    }
    expect((await client.query('workspaces.list')).data.workspaces).toEqual([]);
    expect((await remove({ id: board.workspace.id }, client)).status).toBe(404);
  });

  it('200: its rows are deleted in the background, those of other workspaces are not', async () => {
    const kept = await aBoard({ groups: ['A'] });
    const { organization } = kept;
    const { client } = organization.owner;
    const target = await aWorkspace({ organization });
    for (let number = 0; number < 2; number += 1) {
      const board = await aBoard({ workspace: target, groups: ['A'] });
      await made(client, 'items.create', { boardId: board.id, groupId: board.group('A'), name: 'Item' });
    }
    await remove({ id: target.id }, client);
    const ids = async (table: string) => {
      const sql = `select id from ${table} where organization_id = $1 order by id`;
      const { rows } = await organization.app.sql.query<{ id: string }>(sql, [organization.id]);
      return rows.map(({ id }) => id);
    };
    await expect.poll(() => ids('projects')).toEqual([kept.project.id]);
    expect(await ids('boards')).toEqual([kept.project.defaultBoardId, kept.id]);
    expect(await ids('items')).toEqual([]);
    expect(await ids('groups')).toHaveLength(2);
  });

  it('200: writes one event with the record as it was', async () => {
    const { id, organization, record } = await aWorkspace();
    const events = await eventsDuring(organization, () => remove({ id }, organization.owner.client));
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'workspace.deleted', data: { workspace: record } },
    ]);
  });

  it("403: all but the organization's administrators, also the workspace's own admin", async () => {
    const { organization } = workspace;
    for (const { client } of [
      await workspace.addMember('admin'),
      await organization.addMember('member'),
      await organization.addMember('guest'),
    ]) {
      expect((await remove({}, client)).status).toBe(403);
    }
    const { id } = await aWorkspace({ organization });
    expect((await remove({ id }, (await organization.addMember('admin')).client)).status).toBe(200);
  });

  it('400: an unknown key', async () => {
    expect(refusedPaths(await remove({ force: true }))).toEqual(['force']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(workspace, (client) => remove({}, client))).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope delete', async () => {
    expect(await statusWithoutScope(workspace, 'delete', (client) => remove({}, client))).toBe(403);
  });

  it("404: another organization's workspace looks exactly like a missing one", async () => {
    const other = await aWorkspace();
    expect(await lookOf(other.id, (id) => remove({ id }))).toEqual(MISSING);
  });

  it('409: the workspace has changed since, and nothing is written', async () => {
    const { id, organization, record } = await aWorkspace();
    const { client } = organization.owner;
    await made(client, 'workspaces.update', { id, name: 'Changed' });
    const written = await eventsDuring(organization, async () => {
      expect((await remove({ id, expectedUpdatedAt: record.updatedAt }, client)).status).toBe(409);
    });
    expect(written).toEqual([]);
    expect((await client.query('workspaces.get', { id })).status).toBe(200);
  });

  it('200 and 404: of several concurrent calls one deletes, with one event', async () => {
    const { id, organization } = await aWorkspace();
    const events = await eventsDuring(organization, async () => {
      const answers = await Promise.all([1, 2, 3].map(() => remove({ id }, organization.owner.client)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    });
    expect(events).toHaveLength(1);
  });
});
