import { beforeAll, describe, expect, it } from 'vitest';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../../support/access-checks';
import type { TestMember } from '../../../support/factories/organization.factory';
import { aWorkspace, type TestWorkspace } from '../../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';

describe('workspaces.members.updateRole', () => {
  let workspace: TestWorkspace;
  let member: TestMember;
  beforeAll(async () => {
    workspace = await aWorkspace();
    member = await workspace.addMember('member');
  });
  const updateRole = (input: object, client = workspace.organization.owner.client) =>
    client.mutate('workspaces.members.updateRole', {
      workspaceId: workspace.id,
      userId: member.userId,
      ...input,
    });

  it('200: takes effect immediately, with one event', async () => {
    const { userId, client, name } = await workspace.addMember('viewer');
    const build = async () =>
      (await client.mutate('projects.create', { workspaceId: workspace.id, name: 'P' })).status;
    expect(await build()).toBe(403);
    const events = await eventsDuring(workspace.organization, async () => {
      const { status, data } = await updateRole({ userId, role: 'member' });
      const updatedAt = expect.stringMatching(/Z$/);
      expect([status, data]).toEqual([
        200,
        { workspaceId: workspace.id, userId, name, isServiceAccount: false, role: 'member', updatedAt },
      ]);
    });
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'workspace_member.role_changed', data: { workspaceId: workspace.id, userId, role: 'member' } },
    ]);
    expect(await build()).toBe(200);
    await updateRole({ userId, role: 'viewer' });
    expect(await build()).toBe(403);
  });

  it('400: an unknown role, no role, an unknown key', async () => {
    expect(refusedPaths(await updateRole({ role: 'editor' }))).toEqual(['role']);
    expect(refusedPaths(await updateRole({}))).toEqual(['role']);
    expect(refusedPaths(await updateRole({ role: 'admin', name: 'A' }))).toEqual(['name']);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(workspace, (client) => updateRole({ role: 'admin' }, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('409: a role that has changed since it was read, nothing is written', async () => {
    const { userId } = await workspace.addMember('viewer');
    const roleOf = async () => {
      const { client } = workspace.organization.owner;
      const { data } = await client.query('workspaces.members.list', { workspaceId: workspace.id });
      return data.members.find((each: { userId: string }) => each.userId === userId);
    };
    const { updatedAt } = await roleOf();
    const first = await updateRole({ userId, role: 'member', expectedUpdatedAt: updatedAt });
    expect(first.status).toBe(200);
    expect(first.data.updatedAt > updatedAt).toBe(true);
    const written = await eventsDuring(workspace.organization, async () => {
      const late = await updateRole({ userId, role: 'admin', expectedUpdatedAt: updatedAt });
      expect([late.status, late.error?.data.code]).toEqual([409, 'CONFLICT']);
    });
    expect(written).toEqual([]);
    expect(await roleOf()).toMatchObject({ role: 'member', updatedAt: first.data.updatedAt });
    expect(refusedPaths(await updateRole({ role: 'admin', expectedUpdatedAt: 'today' }))).toEqual([
      'expectedUpdatedAt',
    ]);
  });

  it('403: a member of the workspace, for their own role too', async () => {
    const written = await eventsDuring(workspace.organization, async () => {
      expect((await updateRole({ role: 'admin' }, member.client)).status).toBe(403);
    });
    expect(written).toEqual([]);
  });

  it('403: a token without the scope write', async () => {
    const call = (client: TestMember['client']) => updateRole({ role: 'admin' }, client);
    expect(await statusWithoutScope(workspace, 'write', call)).toBe(403);
  });

  it("404: another organization's workspace and people look exactly like missing ones", async () => {
    const other = await aWorkspace();
    const inOther = (workspaceId: string) => updateRole({ workspaceId, role: 'viewer' });
    expect(await lookOf(other.id, inOther)).toEqual(MISSING);
    const ofOther = (userId: string) => updateRole({ userId, role: 'viewer' });
    expect(await lookOf(other.organization.owner.userId, ofOther)).toEqual(MISSING);
  });

  it('404: a member of the organization who is not in the workspace', async () => {
    const { userId } = await workspace.organization.addMember('member');
    expect(await lookOf(userId, (each) => updateRole({ userId: each, role: 'viewer' }))).toEqual(MISSING);
  });
});
