import { beforeAll, describe, expect, it } from 'vitest';
import {
  statusWithoutScope,
  ONLY_BUILDERS,
  statusesByRole,
  codesWithoutCredential,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aProject, type TestProject } from '../../support/factories/project.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('projects.update', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await aProject();
  });
  const update = (input: object, client = project.organization.owner.client) =>
    client.mutate('projects.update', { id: project.id, ...input });

  it('200: changes the given fields and nothing else', async () => {
    const { id, organization, record } = await aProject();
    const { client } = organization.owner;
    const named = await client.mutate('projects.update', {
      id,
      name: 'Renamed',
      description: 'Why',
      icon: 'star',
    });
    const { boards: _boards, ...before } = record;
    expect(named.status).toBe(200);
    expect(named.data).toEqual({
      ...before,
      name: 'Renamed',
      description: 'Why',
      icon: 'star',
      updatedAt: named.data.updatedAt,
    });
    expect(named.data.updatedAt > before.updatedAt).toBe(true);
    const cleared = await client.mutate('projects.update', { id, description: null, icon: null });
    expect(cleared.data).toMatchObject({ name: 'Renamed', description: null, icon: null });
    expect((await client.query('projects.get', { id })).data).toMatchObject(cleared.data);
  });

  it('200: writes one event with the current record', async () => {
    let answered: unknown;
    const events = await eventsDuring(project.organization, async () => {
      answered = (await update({ name: 'Evented' })).data;
    });
    expect(events).toEqual([
      {
        type: 'project.updated',
        boardId: null,
        actorId: project.organization.owner.userId,
        data: { project: answered },
      },
    ]);
  });

  it.each([
    ['an empty name', { name: '' }, 'name'],
    ['a name of null', { name: null }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a workspace', { workspaceId: 'wsp_01HQXXXXXXXXXXXXXXXXXXXXXX' }, 'workspaceId'],
    ['a version that is no time', { name: 'A', expectedUpdatedAt: 'yesterday' }, 'expectedUpdatedAt'],
  ])('400: %s', async (_what, input, path) => {
    const written = await eventsDuring(project.organization, async () => {
      expect(refusedPaths(await update(input))).toContain(path);
    });
    expect(written).toEqual([]);
  });

  it('401: without a credential', async () => {
    expect(
      await codesWithoutCredential(project.workspace, (client) => update({ name: 'No' }, client)),
    ).toEqual(UNAUTHORIZED);
  });

  it('403: all but members of the workspace', async () => {
    expect(await statusesByRole(project.workspace, (client) => update({ name: 'Maybe' }, client))).toEqual(
      ONLY_BUILDERS,
    );
  });

  it('403: a token without the scope write', async () => {
    expect(
      await statusWithoutScope(project.workspace, 'write', (client) => update({ name: 'No' }, client)),
    ).toBe(403);
  });

  it("404: another organization's project looks exactly like a missing one", async () => {
    const other = await aProject();
    expect(await lookOf(other.id, (id) => update({ id, name: 'Stolen' }))).toEqual(MISSING);
    expect((await other.organization.owner.client.query('projects.get', { id: other.id })).data.name).toBe(
      'Project',
    );
  });

  it('409: the project has changed since; of two calls with the same version one succeeds', async () => {
    const { id, organization, record } = await aProject();
    const { client } = organization.owner;
    const answers = await Promise.all(
      ['A', 'B'].map((name) =>
        client.mutate('projects.update', { id, name, expectedUpdatedAt: record.updatedAt }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)!;
    expect((await client.query('projects.get', { id })).data.name).toBe(winner.data.name);
    const next = { id, name: 'C', expectedUpdatedAt: winner.data.updatedAt };
    expect((await client.mutate('projects.update', next)).status).toBe(200);
  });
});
