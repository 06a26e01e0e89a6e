import { beforeAll, describe, expect, it } from 'vitest';
import {
  statusWithoutScope,
  ONLY_BUILDERS,
  statusesByRole,
  codesWithoutCredential,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aProject, type TestProject } from '../../support/factories/project.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('projects.restore', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await aProject();
  });
  const restore = (input: object, client = project.organization.owner.client) =>
    client.mutate('projects.restore', { id: project.id, ...input });

  it('200: returns an archived project to the list, with one event', async () => {
    const { id, workspace, organization } = await aProject();
    const { client } = organization.owner;
    await made(client, 'projects.archive', { id });
    let restored: unknown;
    const events = await eventsDuring(organization, async () => {
      restored = await made(client, 'projects.restore', { id });
    });
    expect(restored).toMatchObject({ id, archivedAt: null });
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'project.restored', data: { project: restored } },
    ]);
    const { data } = await client.query('projects.list', { workspaceId: workspace.id });
    expect(data.projects).toHaveLength(1);
  });

  it('200: a project that is not archived does not change', async () => {
    const events = await eventsDuring(project.organization, async () => {
      const { boards: _boards, ...record } = project.record;
      expect((await restore({})).data).toEqual(record);
    });
    expect(events).toEqual([]);
  });

  it('400: an unknown key', async () => {
    expect(refusedPaths(await restore({ to: 'here' }))).toEqual(['to']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(project.workspace, (client) => restore({}, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: all but members of the workspace', async () => {
    expect(await statusesByRole(project.workspace, (client) => restore({}, client))).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(project.workspace, 'write', (client) => restore({}, client))).toBe(403);
  });

  it("404: another organization's project looks exactly like a missing one", async () => {
    const other = await aProject();
    expect(await lookOf(other.id, (id) => restore({ id }))).toEqual(MISSING);
  });

  it('404: a deleted project is not restored', async () => {
    const { id, organization } = await aProject();
    await made(organization.owner.client, 'projects.delete', { id });
    expect((await organization.owner.client.mutate('projects.restore', { id })).status).toBe(404);
  });

  it('409: the project has changed since', async () => {
    const { id, organization, record } = await aProject();
    const { client } = organization.owner;
    await made(client, 'projects.archive', { id });
    const stale = { id, expectedUpdatedAt: record.updatedAt };
    expect((await client.mutate('projects.restore', stale)).status).toBe(409);
  });
});
