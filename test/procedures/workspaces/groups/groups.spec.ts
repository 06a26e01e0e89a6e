import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../../support/app';
import { aBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import type { TestMember, TestOrganization } from '../../../support/factories/organization.factory';
import { aPeopleGroup } from '../../../support/factories/people-group.factory';
import { aWorkspace, made, type TestWorkspace } from '../../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';
import { aScimDirectory } from '../../../support/scim-directory';

describe('workspaces.groups', () => {
  let app: TestApp;
  let workspace: TestWorkspace;
  let organization: TestOrganization;
  let member: TestMember;
  beforeAll(async () => {
    app = await sharedApp();
  });
  beforeEach(async () => {
    workspace = await aWorkspace({ visibility: 'closed' });
    ({ organization } = workspace);
    member = await organization.addMember('member');
  });
  const call = (name: string, input: object, client = organization.owner.client) =>
    client.mutate(`workspaces.groups.${name}`, { workspaceId: workspace.id, ...input });
  const list = (client = organization.owner.client, more: object = {}) =>
    client.query('workspaces.groups.list', { workspaceId: workspace.id, ...more });
  const sees = async (client = member.client) =>
    (await client.query('workspaces.get', { id: workspace.id })).status === 200;
  const builds = async (client = member.client) =>
    (await client.mutate('projects.create', { workspaceId: workspace.id, name: 'Project' })).status === 200;

  it('200: members of the group have its role from the next call on, and lose it with each way of its end', async () => {
    const { userId } = member;
    const { id: groupId } = await aPeopleGroup(organization, { name: 'Design', userIds: [userId] });
    expect(await sees()).toBe(false);
    const events = await eventsDuring(organization, async () => {
      const { status, data } = await call('add', { groupId, role: 'viewer' });
      expect([status, data]).toEqual([
        200,
        {
          workspaceId: workspace.id,
          groupId,
          name: 'Design',
          managedBy: 'organization',
          role: 'viewer',
          memberCount: 1,
          updatedAt: expect.stringMatching(/Z$/),
        },
      ]);
      expect([await sees(), await builds()]).toEqual([true, false]);
      await made(organization.owner.client, 'workspaces.groups.updateRole', {
        workspaceId: workspace.id,
        groupId,
        role: 'member',
      });
      expect(await builds()).toBe(true);
      expect((await call('remove', { groupId })).data).toEqual({ success: true });
      expect(await sees()).toBe(false);
    });
    expect(events.filter(({ type }) => type.startsWith('workspace_group')).map(({ type }) => type)).toEqual([
      'workspace_group.added',
      'workspace_group.role_changed',
      'workspace_group.removed',
    ]);
    await call('add', { groupId });
    expect(await sees()).toBe(true);
    const { client } = organization.owner;
    await made(client, 'organizations.groups.members.remove', { groupId, userIds: [userId] });
    expect(await sees()).toBe(false);
    await made(client, 'organizations.groups.members.add', { groupId, userIds: [userId] });
    expect(await sees()).toBe(true);
    await made(client, 'organizations.groups.delete', { id: groupId });
    expect(await sees()).toBe(false);
    expect((await list()).data.groups).toEqual([]);
  });

  it('200: the highest of the own role and those of the groups counts, and access.explain names its source', async () => {
    const { userId } = member;
    const board = await aBoard({ workspace });
    const { client } = organization.owner;
    const explained = async () => {
      const { data } = await client.query('access.explain', { boardId: board.id, userId });
      return [data.access, data.because];
    };
    const { id: viewers } = await aPeopleGroup(organization, { name: 'Viewers', userIds: [userId] });
    const { id: admins } = await aPeopleGroup(organization, { name: 'Leads', userIds: [userId] });
    await call('add', { groupId: viewers, role: 'viewer' });
    const ofWorkspace = (rule: string) => ({ rule, id: workspace.id });
    const ofGroup = (id: string, name: string) => ({ rule: 'group', id, name });
    expect(await explained()).toEqual([
      'comment',
      [ofGroup(viewers, 'Viewers'), ofWorkspace('workspace_viewer')],
    ]);
    await made(client, 'workspaces.members.add', { workspaceId: workspace.id, userId, role: 'member' });
    expect(await explained()).toEqual(['manage', [ofWorkspace('workspace_member')]]);
    await call('add', { groupId: admins, role: 'admin' });
    expect(await explained()).toEqual(['manage', [ofGroup(admins, 'Leads'), ofWorkspace('workspace_admin')]]);
    // An admin by a group manages the workspace, groups included.
    expect((await call('remove', { groupId: viewers }, member.client)).status).toBe(200);
    const { data } = await client.query('organizations.members.get', { userId });
    expect(data.workspaces).toEqual([{ workspaceId: workspace.id, name: 'Workspace', role: 'admin' }]);
    expect(data.groups).toEqual([
      { groupId: admins, name: 'Leads', managedBy: 'organization' },
      { groupId: viewers, name: 'Viewers', managedBy: 'organization' },
    ]);
  });

  it('200: the workspace is in lists, search, assigned items and notifications of the members of a group', async () => {
    const { userId, client } = member;
    const board = await aBoard({ workspace, columns: [{ name: 'Owner', type: 'people' }] });
    const { id: groupId } = await aPeopleGroup(organization, { userIds: [userId] });
    await call('add', { groupId });
    await anItem(board, { name: 'Assigned', values: { [board.column('Owner')]: [userId] } });
    const { data: workspaces } = await client.query('workspaces.list');
    expect(workspaces.workspaces.map(({ id }: { id: string }) => id)).toEqual([workspace.id]);
    const { data: assigned } = await client.query('items.assigned');
    expect(assigned.items.map(({ name }: { name: string }) => name)).toEqual(['Assigned']);
    await call('remove', { groupId });
    expect((await client.query('workspaces.list')).data.workspaces).toEqual([]);
    expect((await client.query('items.assigned')).data.items).toEqual([]);
  });

  it('200: a guest in a group has no access through it', async () => {
    const guest = await organization.addMember('guest');
    const { id: groupId } = await aPeopleGroup(organization, { userIds: [guest.userId, member.userId] });
    await call('add', { groupId, role: 'admin' });
    expect([await sees(guest.client), await sees()]).toEqual([false, true]);
    const input = { userId: member.userId, role: 'guest' };
    await made(organization.owner.client, 'organizations.members.updateRole', input);
    expect(await sees()).toBe(false);
    const { data } = await organization.owner.client.query('organizations.members.get', {
      userId: member.userId,
    });
    expect([data.workspaces, data.groups.length]).toEqual([[], 1]);
  });

  it('200: groups of the directory give access; it follows the directory', async () => {
    const directory = await aScimDirectory({ organization });
    const { userId, client } = member;
    const { id: groupId } = await directory.group('Engineering');
    expect((await call('add', { groupId, role: 'member' })).data).toMatchObject({
      name: 'Engineering',
      managedBy: 'directory',
      memberCount: 0,
    });
    expect(await sees()).toBe(false);
    const change = (op: string) =>
      directory.patch(`Groups/${groupId}`, { op, path: 'members', value: [{ value: userId }] });
    expect((await change('add')).status).toBe(204);
    expect([await sees(), await builds()]).toEqual([true, true]);
    const path = `members[value eq "${userId}"]`;
    expect((await directory.patch(`Groups/${groupId}`, { op: 'remove', path })).status).toBe(204);
    expect(await sees()).toBe(false);
    await change('add');
    expect(await sees()).toBe(true);
    const { data } = await organization.owner.client.query('access.explain', {
      boardId: (await aBoard({ workspace })).id,
      userId,
    });
    expect(data.because[0]).toEqual({ rule: 'group', id: groupId, name: 'Engineering' });
    expect((await directory.request('DELETE', `Groups/${groupId}`)).status).toBe(204);
    expect((await client.query('workspaces.get', { id: workspace.id })).status).toBe(404);
    expect((await list()).data.groups).toEqual([]);
  });

  it('200: list by pages', async () => {
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      const { id } = await aPeopleGroup(organization, { name });
      await call('add', { groupId: id });
      ids.push(id);
    }
    const { data } = await list(organization.owner.client, { limit: 2 });
    const { data: rest } = await list(organization.owner.client, { limit: 2, cursor: data.nextCursor });
    const idsOf = (page: { groups: { groupId: string }[] }) => page.groups.map(({ groupId }) => groupId);
    expect([...idsOf(data), ...idsOf(rest)]).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
  });

  it('409: a group that has a role already, also when two calls give it; another version', async () => {
    const { id: groupId } = await aPeopleGroup(organization);
    const answers = await Promise.all([call('add', { groupId }), call('add', { groupId, role: 'admin' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { updatedAt } = (await list()).data.groups[0];
    const change = { groupId, role: 'viewer', expectedUpdatedAt: updatedAt };
    expect((await call('updateRole', change)).status).toBe(200);
    expect((await call('updateRole', change)).status).toBe(409);
  });

  it('200 or 404: a group that is deleted while it is given a role leaves no role behind', async () => {
    const { client } = organization.owner;
    for (let round = 0; round < 5; round += 1) {
      const { id: groupId } = await aPeopleGroup(organization, { name: `Group ${round}` });
      const [added, deleted] = await Promise.all([
        call('add', { groupId }),
        client.mutate('organizations.groups.delete', { id: groupId }),
      ]);
      expect([200, 404]).toContain(added.status);
      expect(deleted.status).toBe(200);
    }
    const { rows } = await app.sql.query('select from workspace_groups where workspace_id = $1', [
      workspace.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('400: an unknown role, an id of a group of a board, an unknown key', async () => {
    const { id: groupId } = await aPeopleGroup(organization);
    const board = await aBoard({ workspace });
    expect(refusedPaths(await call('add', { groupId, role: 'owner' }))).toEqual(['role']);
    expect(refusedPaths(await call('add', { groupId: board.groupIds[0] }))).toEqual(['groupId']);
    expect(refusedPaths(await call('add', { groupId, userId: member.userId }))).toEqual(['userId']);
  });

  it('403: members and viewers of the workspace list its groups and do not change them', async () => {
    const { id: groupId } = await aPeopleGroup(organization);
    await call('add', { groupId });
    const { client } = await workspace.addMember('member');
    expect((await list(client)).status).toBe(200);
    for (const [name, input] of [
      ['add', { groupId }],
      ['updateRole', { groupId, role: 'admin' }],
      ['remove', { groupId }],
    ] as const)
      expect([name, (await call(name, input, client)).status]).toEqual([name, 403]);
  });

  it('404: a hidden workspace, a group without a role there', async () => {
    const { id: groupId } = await aPeopleGroup(organization);
    expect(
      await lookOf(workspace.id, (workspaceId) => call('add', { workspaceId, groupId }, member.client)),
    ).toEqual(MISSING);
    expect((await call('updateRole', { groupId, role: 'admin' })).status).toBe(404);
    expect((await call('remove', { groupId })).status).toBe(404);
  });
});
