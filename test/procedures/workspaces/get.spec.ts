import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_ONLOOKERS,
  statusesBySight,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { FULL_ACCESS } from '../../support/caller-access';
import { aProject } from '../../support/factories/project.factory';
import { aWorkspace, made, type TestWorkspace } from '../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('workspaces.get', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await aWorkspace();
  });
  const get = (input: object = {}, client = workspace.organization.owner.client) =>
    client.query('workspaces.get', { id: workspace.id, ...input });

  it('200: the workspace with its members and live projects', async () => {
    const own = await aWorkspace();
    const { owner } = own.organization;
    const viewer = await own.addMember('viewer', 'Vera');
    const live = await aProject({ workspace: own, name: 'Live' });
    const archived = await aProject({ workspace: own });
    await made(owner.client, 'projects.archive', { id: archived.id });
    const { status, data } = await owner.client.query('workspaces.get', { id: own.id });
    expect(status).toBe(200);
    expect(data).toEqual({
      ...own.record,
      access: FULL_ACCESS,
      members: [
        { userId: owner.userId, name: owner.name, isServiceAccount: false, role: 'admin' },
        { userId: viewer.userId, name: 'Vera', isServiceAccount: false, role: 'viewer' },
      ],
      projects: [{ id: live.id, name: 'Live' }],
    });
  });

  it('200: an archived workspace too', async () => {
    const { id, organization } = await aWorkspace();
    await made(organization.owner.client, 'workspaces.archive', { id });
    const { data } = await organization.owner.client.query('workspaces.get', { id });
    expect(data.archivedAt).not.toBeNull();
  });

  it.each([
    ['no id', { id: undefined }, 'id'],
    ['an id of another noun', { id: 'org_01HQXXXXXXXXXXXXXXXXXXXXXX' }, 'id'],
    ['an unknown key', { members: true }, 'members'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await get(input))).toContain(path);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(workspace, (client) => get({}, client))).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope read', async () => {
    expect(await statusWithoutScope(workspace, 'read', (client) => get({}, client))).toBe(403);
  });

  it('404: a closed one, for all who are not its members', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    const statuses = await statusesBySight(closed, (client) => get({ id: closed.id }, client));
    expect(statuses).toEqual(ONLY_ONLOOKERS);
  });

  it("404: another organization's workspace looks exactly like a missing one", async () => {
    const other = await aWorkspace();
    expect(await lookOf(other.id, (id) => get({ id }))).toEqual(MISSING);
  });
});
