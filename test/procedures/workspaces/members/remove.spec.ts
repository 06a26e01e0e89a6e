import { beforeAll, describe, expect, it } from 'vitest';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../../support/access-checks';
import type { TestMember } from '../../../support/factories/organization.factory';
import { aWorkspace, type TestWorkspace } from '../../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';

describe('workspaces.members.remove', () => {
  let workspace: TestWorkspace;
  let member: TestMember;
  beforeAll(async () => {
    workspace = await aWorkspace({ visibility: 'closed' });
    member = await workspace.addMember('member');
  });
  const remove = (input: object = {}, client = workspace.organization.owner.client) =>
    client.mutate('workspaces.members.remove', {
      workspaceId: workspace.id,
      userId: member.userId,
      ...input,
    });

  it('200: the user does not see the closed workspace any more; one event', async () => {
    const { userId, client } = await workspace.addMember('admin');
    const events = await eventsDuring(workspace.organization, async () => {
      const { status, data } = await remove({ userId });
      expect([status, data]).toEqual([200, { success: true }]);
    });
    expect((await client.query('workspaces.get', { id: workspace.id })).status).toBe(404);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'workspace_member.removed', data: { workspaceId: workspace.id, userId } },
    ]);
    expect((await remove({ userId })).status).toBe(404);
  });

  it('400: an id of another type, an unknown key', async () => {
    expect(refusedPaths(await remove({ userId: 'me' }))).toEqual(['userId']);
    expect(refusedPaths(await remove({ role: 'member' }))).toEqual(['role']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(workspace, (client) => remove({}, client))).toEqual(UNAUTHORIZED);
  });

  it('403: a member of the workspace; a token without the scope write', async () => {
    const { client } = await workspace.addMember('member');
    const written = await eventsDuring(workspace.organization, async () => {
      expect((await remove({}, client)).status).toBe(403);
    });
    expect(written).toEqual([]);
    expect(await statusWithoutScope(workspace, 'write', (each) => remove({}, each))).toBe(403);
  });

  it("404: another organization's workspace and people look exactly like missing ones", async () => {
    const other = await aWorkspace();
    expect(await lookOf(other.id, (workspaceId) => remove({ workspaceId }))).toEqual(MISSING);
    const { userId } = other.organization.owner;
    expect(await lookOf(userId, (each) => remove({ userId: each }))).toEqual(MISSING);
  });
});
