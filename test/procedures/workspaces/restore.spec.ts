import { beforeAll, describe, expect, it } from 'vitest';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aWorkspace, made, type TestWorkspace } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('workspaces.restore', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await aWorkspace();
  });
  const restore = (input: object = {}, client = workspace.organization.owner.client) =>
    client.mutate('workspaces.restore', { id: workspace.id, ...input });

  it('200: returns an archived workspace to the list, with one event', async () => {
    const { id, organization } = await aWorkspace();
    const { client } = organization.owner;
    await made(client, 'workspaces.archive', { id });
    let restored: TestWorkspace['record'];
    const events = await eventsDuring(organization, async () => {
      restored = (await restore({ id }, client)).data;
    });
    expect(restored.archivedAt).toBeNull();
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'workspace.restored', data: { workspace: restored } },
    ]);
    expect((await client.query('workspaces.list')).data.workspaces).toHaveLength(1);
  });

  it('200: a workspace that is not archived does not change', async () => {
    const events = await eventsDuring(workspace.organization, async () => {
      expect((await restore()).data).toEqual(workspace.record);
    });
    expect(events).toEqual([]);
  });

  it('400: an unknown key', async () => {
    expect(refusedPaths(await restore({ name: 'A' }))).toEqual(['name']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(workspace, (client) => restore({}, client))).toEqual(UNAUTHORIZED);
  });

  it('403: a member of the workspace; a token without the scope write', async () => {
    const { client } = await workspace.addMember('member');
    expect((await restore({}, client)).status).toBe(403);
    expect(await statusWithoutScope(workspace, 'write', (each) => restore({}, each))).toBe(403);
  });

  it("404: another organization's workspace looks exactly like a missing one", async () => {
    const other = await aWorkspace();
    expect(await lookOf(other.id, (id) => restore({ id }))).toEqual(MISSING);
  });

  it('404: a deleted workspace is not restored', async () => {
    const { id, organization } = await aWorkspace();
    await made(organization.owner.client, 'workspaces.delete', { id });
    expect((await restore({ id }, organization.owner.client)).status).toBe(404);
  });

  it('409: the workspace has changed since', async () => {
    const { id, organization, record } = await aWorkspace();
    await made(organization.owner.client, 'workspaces.archive', { id });
    const stale = { id, expectedUpdatedAt: record.updatedAt };
    expect((await restore(stale, organization.owner.client)).status).toBe(409);
  });
});
