import { beforeAll, describe, expect, it } from 'vitest';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../../support/access-checks';
import { anOrganization } from '../../../support/factories/organization.factory';
import { aWorkspace, made, type TestWorkspace } from '../../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';

describe('workspaces.members.add', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await aWorkspace({ visibility: 'closed' });
  });
  const add = (input: object, client = workspace.organization.owner.client) =>
    client.mutate('workspaces.members.add', { workspaceId: workspace.id, ...input });

  it('200: the user sees the closed workspace immediately; one event', async () => {
    const { organization } = workspace;
    const { userId, client, name } = await organization.addMember('member');
    const see = async () => (await client.query('workspaces.get', { id: workspace.id })).status;
    expect(await see()).toBe(404);
    const events = await eventsDuring(organization, async () => {
      const { status, data } = await add({ userId, role: 'viewer' });
      const updatedAt = expect.stringMatching(/Z$/);
      const membership = {
        workspaceId: workspace.id,
        userId,
        name,
        isServiceAccount: false,
        role: 'viewer',
        updatedAt,
      };
      expect([status, data]).toEqual([200, membership]);
    });
    expect(await see()).toBe(200);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'workspace_member.added', data: { workspaceId: workspace.id, userId, role: 'viewer' } },
    ]);
  });

  it('200: as a member by default', async () => {
    const { userId } = await workspace.organization.addMember('member');
    expect((await add({ userId })).data.role).toBe('member');
  });

  it('200: many concurrently', async () => {
    const { organization } = workspace;
    const people = await Promise.all(Array.from({ length: 24 }, () => organization.addMember('member')));
    const answers = await Promise.all(people.map(({ userId }) => add({ userId })));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  });

  it('400: a guest of the organization, who gets shared boards instead', async () => {
    const { userId } = await workspace.organization.addMember('guest');
    expect(refusedPaths(await add({ userId }))).toEqual(['userId']);
  });

  it('400: a user who becomes a guest at the same time, and is in no workspace afterwards', async () => {
    const { organization } = workspace;
    const { userId } = await organization.addMember('member');
    const demoting = await organization.app.sql.connect();
    try {
      await demoting.query('begin');
      await demoting.query(`update members set role = 'guest' where organization_id = $1 and user_id = $2`, [
        organization.id,
        userId,
      ]);
      const adding = add({ userId });
      const isWaiting = `select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%from members%'`;
      const waiting = async () => (await organization.app.sql.query(isWaiting)).rowCount;
      await expect.poll(waiting, { interval: 20 }).toBe(1);
      await demoting.query('commit');
      expect(refusedPaths(await adding)).toEqual(['userId']);
    } finally {
      await demoting.query('rollback');
      demoting.release();
    }
  });

  it('400: an unknown role, an id of another type, an unknown key', async () => {
    const { userId } = await workspace.organization.addMember('member');
    const written = await eventsDuring(workspace.organization, async () => {
      expect(refusedPaths(await add({ userId, role: 'owner' }))).toEqual(['role']);
      expect(refusedPaths(await add({ userId: workspace.id }))).toEqual(['userId']);
      expect(refusedPaths(await add({ userId, email: 'a@example.com' }))).toEqual(['email']);
    });
    expect(written).toEqual([]);
  });

  it('401: without a credential', async () => {
    const { userId } = workspace.organization.owner;
    expect(await codesWithoutCredential(workspace, (client) => add({ userId }, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('200 and 403: a workspace admin can, a member and a viewer cannot', async () => {
    const { organization } = workspace;
    const { userId } = await organization.addMember('member');
    for (const role of ['member', 'viewer'] as const) {
      const { client } = await workspace.addMember(role);
      expect((await add({ userId }, client)).status).toBe(403);
    }
    const { client } = await workspace.addMember('admin');
    expect((await add({ userId }, client)).status).toBe(200);
  });

  it('403: a token without the scope write', async () => {
    const { userId } = workspace.organization.owner;
    expect(await statusWithoutScope(workspace, 'write', (client) => add({ userId }, client))).toBe(403);
  });

  it("404: another organization's workspace, and its people, look exactly like missing ones", async () => {
    const other = await aWorkspace();
    const { userId } = await workspace.organization.addMember('member');
    expect(await lookOf(other.id, (workspaceId) => add({ workspaceId, userId }))).toEqual(MISSING);
    const { owner } = await anOrganization();
    expect(await lookOf(owner.userId, (each) => add({ userId: each }))).toEqual(MISSING);
  });

  it('404: a deactivated member of the organization', async () => {
    const { organization } = workspace;
    const { userId } = await organization.addMember('member');
    await organization.app.sql.query(
      `update members set status = 'deactivated' where organization_id = $1 and user_id = $2`,
      [organization.id, userId],
    );
    expect((await add({ userId })).status).toBe(404);
  });

  it('409: an existing member, also when two calls add concurrently', async () => {
    const { userId } = await workspace.organization.addMember('member');
    const answers = await Promise.all([add({ userId }), add({ userId })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await add({ userId, role: 'admin' })).status).toBe(409);
    const { client } = workspace.organization.owner;
    const input = { workspaceId: workspace.id, userId, role: 'viewer' };
    expect((await made(client, 'workspaces.members.updateRole', input)).role).toBe('viewer');
  });
});
