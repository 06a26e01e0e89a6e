import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { FULL_ACCESS } from '../../support/caller-access';
import { anOrganization } from '../../support/factories/organization.factory';
import { aProject } from '../../support/factories/project.factory';
import { aWorkspace, made, type TestWorkspace } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

interface Listed {
  id: string;
  name: string;
}

describe('workspaces.list', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await aWorkspace();
  });
  const list = (input: object = {}, client = workspace.organization.owner.client) =>
    client.query('workspaces.list', input);

  it('200: oldest first, with members and live projects counted', async () => {
    const first = await aWorkspace({ name: 'First' });
    const { organization } = first;
    const { client } = organization.owner;
    await first.addMember('viewer');
    for (const procedure of [null, 'projects.archive', 'projects.delete']) {
      const { id } = await aProject({ workspace: first });
      if (procedure) await made(client, procedure, { id });
    }
    const second = await aWorkspace({ organization, name: 'Second' });
    const { status, data } = await client.query('workspaces.list');
    expect(status).toBe(200);
    expect(data).toEqual({
      workspaces: [
        { ...first.record, projectCount: 1, memberCount: 2, access: FULL_ACCESS },
        { ...second.record, projectCount: 0, memberCount: 1, access: FULL_ACCESS },
      ],
      nextCursor: null,
    });
  });

  it('200: administrators see all, members the open ones and theirs, guests none', async () => {
    const organization = await anOrganization();
    const open = await aWorkspace({ organization, name: 'Open' });
    const closed = await aWorkspace({ organization, name: 'Closed', visibility: 'closed' });
    const names = async ({ client }: { client: TestWorkspace['organization']['owner']['client'] }) =>
      (await client.query('workspaces.list')).data.workspaces.map(({ name }: Listed) => name);
    expect(await names(organization.owner)).toEqual(['Open', 'Closed']);
    expect(await names(await organization.addMember('admin'))).toEqual(['Open', 'Closed']);
    expect(await names(await open.addMember('member'))).toEqual(['Open']);
    expect(await names(await closed.addMember('viewer'))).toEqual(['Open', 'Closed']);
    expect(await names(await organization.addMember('guest'))).toEqual([]);
  });

  it('200: archived ones only on request; deleted ones never', async () => {
    const live = await aWorkspace({ name: 'Live' });
    const { organization } = live;
    const { client } = organization.owner;
    const archived = await aWorkspace({ organization, name: 'Archived' });
    const deleted = await aWorkspace({ organization, name: 'Deleted' });
    await made(client, 'workspaces.archive', { id: archived.id });
    await made(client, 'workspaces.delete', { id: deleted.id });
    const ids = async (input?: object) =>
      (await client.query('workspaces.list', input)).data.workspaces.map(({ id }: Listed) => id);
    expect(await ids()).toEqual([live.id]);
    expect(await ids({ archived: true })).toEqual([archived.id]);
  });

  it('200: finds any part of the name, ignoring case and taking wildcards literally', async () => {
    const organization = await anOrganization();
    for (const name of ['North Team', '50% team', 'South']) await aWorkspace({ organization, name });
    const names = async (search: string) => {
      const { data } = await organization.owner.client.query('workspaces.list', { search });
      return data.workspaces.map(({ name }: Listed) => name);
    };
    expect(await names('TEAM')).toEqual(['North Team', '50% team']);
    expect(await names('%')).toEqual(['50% team']);
    expect(await names(String.raw`\ `)).toEqual([]);
  });

  it('200: pages are complete while workspaces are added and deleted between them', async () => {
    const organization = await anOrganization();
    const { client } = organization.owner;
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) ids.push((await aWorkspace({ organization })).id);
    const page = async (cursor?: string) =>
      (await client.query('workspaces.list', { limit: 2, ...(cursor ? { cursor } : {}) })).data;
    const first = await page();
    await made(client, 'workspaces.delete', { id: ids[1] });
    ids.push((await aWorkspace({ organization })).id);
    const second = await page(first.nextCursor);
    const third = await page(second.nextCursor);
    const pages = [first, second, third];
    expect(pages.flatMap(({ workspaces }) => workspaces.map(({ id }: Listed) => id))).toEqual(ids);
    expect(third.nextCursor).toBeNull();
  });

  it.each([
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a limit of 201', { limit: 201 }, 'limit'],
    ['a limit that is a text', { limit: '10' }, 'limit'],
    ['an unknown cursor', { cursor: newId('workspace') }, 'cursor'],
    ['a search of 201 characters', { search: 'x'.repeat(201) }, 'search'],
    ['an unknown key', { sort: 'name' }, 'sort'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await list(input))).toContain(path);
  });

  it("400: another organization's workspace, or a hidden one, as the cursor", async () => {
    const { organization } = workspace;
    const foreign = await aWorkspace();
    const closed = await aWorkspace({ organization, visibility: 'closed' });
    const { client } = await organization.addMember('member');
    const missing = await list({ cursor: newId('workspace') }, client);
    expect((await list({ cursor: foreign.id }, client)).body).toEqual(missing.body);
    expect((await list({ cursor: closed.id }, client)).body).toEqual(missing.body);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(workspace, (client) => list({}, client))).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope read', async () => {
    expect(await statusWithoutScope(workspace, 'read', (client) => list({}, client))).toBe(403);
  });
});
