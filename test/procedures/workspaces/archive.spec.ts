import { beforeAll, describe, expect, it } from 'vitest';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard } from '../../support/factories/board.factory';
import { aWorkspace, made, type TestWorkspace } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('workspaces.archive', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await aWorkspace();
  });
  const archive = (input: object = {}, client = workspace.organization.owner.client) =>
    client.mutate('workspaces.archive', { id: workspace.id, ...input });

  it('200: hides the workspace from the list and keeps its contents', async () => {
    const board = await aBoard();
    const { client } = board.organization.owner;
    const { status, data } = await archive({ id: board.workspace.id }, client);
    expect(status).toBe(200);
    expect(data.archivedAt).toMatch(/Z$/);
    expect((await client.query('workspaces.list')).data.workspaces).toEqual([]);
    expect((await client.query('boards.get', { id: board.id })).status).toBe(200);
  });

  it('200: a second time changes nothing and writes no event', async () => {
    const { id, organization } = await aWorkspace();
    const { client } = organization.owner;
    let first: unknown;
    const events = await eventsDuring(organization, async () => {
      first = await made(client, 'workspaces.archive', { id });
      expect(await made(client, 'workspaces.archive', { id })).toEqual(first);
    });
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'workspace.archived', data: { workspace: first } },
    ]);
  });

  it('200 and 403: its admins and those of the organization, no other user', async () => {
    const { organization } = workspace;
    for (const { client } of [
      await workspace.addMember('member'),
      await organization.addMember('member'),
      await organization.addMember('guest'),
    ]) {
      expect((await archive({}, client)).status).toBe(403);
    }
    expect((await archive({}, (await workspace.addMember('admin')).client)).status).toBe(200);
  });

  it('400: an unknown key', async () => {
    expect(refusedPaths(await archive({ projects: true }))).toEqual(['projects']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(workspace, (client) => archive({}, client))).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(workspace, 'write', (client) => archive({}, client))).toBe(403);
  });

  it("404: another organization's workspace looks exactly like a missing one", async () => {
    const other = await aWorkspace();
    expect(await lookOf(other.id, (id) => archive({ id }))).toEqual(MISSING);
  });

  it('409: the workspace has changed since', async () => {
    const { id, organization, record } = await aWorkspace();
    const { client } = organization.owner;
    await made(client, 'workspaces.update', { id, name: 'Changed' });
    const stale = { id, expectedUpdatedAt: record.updatedAt };
    expect((await archive(stale, client)).status).toBe(409);
  });
});
