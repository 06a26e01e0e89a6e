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

describe('projects.archive', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await aProject();
  });
  const archive = (input: object, client = project.organization.owner.client) =>
    client.mutate('projects.archive', { id: project.id, ...input });

  it('200: removes the project from the list and keeps its contents', async () => {
    const { id, workspace, organization, defaultBoardId } = await aProject();
    const { client } = organization.owner;
    const { status, data } = await client.mutate('projects.archive', { id });
    expect(status).toBe(200);
    expect(data).toMatchObject({ id, archivedAt: expect.stringMatching(/Z$/) });
    const { data: listed } = await client.query('projects.list', { workspaceId: workspace.id });
    expect(listed.projects).toEqual([]);
    expect((await client.query('boards.get', { id: defaultBoardId })).status).toBe(200);
    expect((await client.query('workspaces.get', { id: workspace.id })).data.projects).toEqual([]);
  });

  it('200: a second time changes nothing and writes no event', async () => {
    const { id, organization } = await aProject();
    const { client } = organization.owner;
    let first: unknown;
    const events = await eventsDuring(organization, async () => {
      first = await made(client, 'projects.archive', { id });
      expect(await made(client, 'projects.archive', { id })).toEqual(first);
    });
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'project.archived', data: { project: first } },
    ]);
  });

  it('400: an unknown key, no id', async () => {
    expect(refusedPaths(await archive({ force: true }))).toEqual(['force']);
    expect(refusedPaths(await archive({ id: undefined }))).toEqual(['id']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(project.workspace, (client) => archive({}, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: all but members of the workspace', async () => {
    expect(await statusesByRole(project.workspace, (client) => archive({}, client))).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(project.workspace, 'write', (client) => archive({}, client))).toBe(403);
  });

  it("404: another organization's project looks exactly like a missing one", async () => {
    const other = await aProject();
    expect(await lookOf(other.id, (id) => archive({ id }))).toEqual(MISSING);
  });

  it('409: the project has changed since, also when it is already archived', async () => {
    const { id, organization, record } = await aProject();
    const { client } = organization.owner;
    const stale = { id, expectedUpdatedAt: record.updatedAt };
    await made(client, 'projects.update', { id, name: 'Changed' });
    expect((await client.mutate('projects.archive', stale)).status).toBe(409);
    await made(client, 'projects.archive', { id });
    expect((await client.mutate('projects.archive', stale)).status).toBe(409);
  });
});
