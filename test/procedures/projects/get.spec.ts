import { beforeAll, describe, expect, it } from 'vitest';
import {
  statusWithoutScope,
  ONLY_ONLOOKERS,
  statusesBySight,
  codesWithoutCredential,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { FULL_ACCESS } from '../../support/caller-access';
import { aBoard } from '../../support/factories/board.factory';
import { aProject, type TestProject } from '../../support/factories/project.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('projects.get', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await aProject({ name: 'Shown' });
  });
  const get = (input: object, client = project.organization.owner.client) =>
    client.query('projects.get', input);

  it('200: the project with its boards, oldest first', async () => {
    const board = await aBoard({ project, name: 'Second' });
    const deleted = await aBoard({ project, name: 'Third' });
    await made(project.organization.owner.client, 'boards.delete', { id: deleted.id });
    const { status, data } = await get({ id: project.id });
    expect(status).toBe(200);
    expect(data).toEqual({
      ...project.record,
      access: FULL_ACCESS,
      boards: [...project.record.boards, { id: board.id, name: 'Second', defaultView: 'table' }],
    });
  });

  it('200: an archived project too', async () => {
    const { id, organization } = await aProject();
    await made(organization.owner.client, 'projects.archive', { id });
    const { data } = await organization.owner.client.query('projects.get', { id });
    expect(data.archivedAt).not.toBeNull();
  });

  it.each([
    ['no id', {}, 'id'],
    ['an id in lower case', { id: 'prj_01hqxxxxxxxxxxxxxxxxxxxxxx' }, 'id'],
    ['an unknown key', { id: 'prj_01HQXXXXXXXXXXXXXXXXXXXXXX', with: 'items' }, 'with'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await get(input))).toContain(path);
  });

  it('401: without a credential', async () => {
    expect(
      await codesWithoutCredential(project.workspace, (client) => get({ id: project.id }, client)),
    ).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope read', async () => {
    expect(
      await statusWithoutScope(project.workspace, 'read', (client) => get({ id: project.id }, client)),
    ).toBe(403);
  });

  it('404: in a closed workspace, for all who are not its members', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    const { id } = await aProject({ workspace: closed });
    expect(await statusesBySight(closed, (client) => client.query('projects.get', { id }))).toEqual(
      ONLY_ONLOOKERS,
    );
  });

  it("404: another organization's project looks exactly like a missing one", async () => {
    const other = await aProject();
    expect(await lookOf(other.id, (id) => get({ id }))).toEqual(MISSING);
  });

  it('404: a project in a deleted workspace', async () => {
    const { id, workspace, organization } = await aProject();
    await made(organization.owner.client, 'workspaces.delete', { id: workspace.id });
    expect(await lookOf(id, (each) => organization.owner.client.query('projects.get', { id: each }))).toEqual(
      MISSING,
    );
  });
});
