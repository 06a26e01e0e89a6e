import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { sharedApp, type TestApp } from '../../../support/app';
import type { WireAnswer } from '../../../support/client';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../../support/factories/organization.factory';
import { aPeopleGroup } from '../../../support/factories/people-group.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';
import { aScimDirectory } from '../../../support/scim-directory';

const INSTANT = expect.stringMatching(/\.\d{3}Z$/);

const shownMember = ({ userId, name, email }: TestMember) => ({
  userId,
  name,
  isServiceAccount: false,
  email,
});

describe('organizations.groups', () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    app = await sharedApp();
  });
  beforeEach(async () => {
    organization = await anOrganization({ app });
  });
  const query = (name: string, input: object = {}, client = organization.owner.client) =>
    client.query(`organizations.groups.${name}`, input);
  const mutate = (name: string, input: object = {}, client = organization.owner.client) =>
    client.mutate(`organizations.groups.${name}`, input);
  const namesOf = ({ data }: WireAnswer) => data.groups.map(({ name }: { name: string }) => name);

  it('200: create, get and list; one event', async () => {
    const events = await eventsDuring(organization, async () => {
      const { status, data } = await mutate('create', { name: 'Design', description: 'All designers' });
      const group = {
        id: expect.stringMatching(/^pgr_/),
        name: 'Design',
        description: 'All designers',
        managedBy: 'organization',
        memberCount: 0,
        createdAt: INSTANT,
        updatedAt: INSTANT,
      };
      expect([status, data]).toEqual([200, group]);
      expect((await query('get', { id: data.id })).data).toEqual(data);
      expect((await query('list')).data).toEqual({ groups: [data], nextCursor: null });
    });
    expect(events.map(({ type, data }) => [type, data.group.name])).toEqual([
      ['people_group.created', 'Design'],
    ]);
  });

  it('200: list by pages and by a part of the name, without groups of other organizations', async () => {
    await aPeopleGroup(await anOrganization({ app }), { name: 'Foreign' });
    for (const name of ['Alpha', 'Beta', 'Gamma']) await aPeopleGroup(organization, { name });
    const first = await query('list', { limit: 2 });
    expect(namesOf(first)).toEqual(['Alpha', 'Beta']);
    const second = await query('list', { limit: 2, cursor: first.data.nextCursor });
    expect([namesOf(second), second.data.nextCursor]).toEqual([['Gamma'], null]);
    expect(namesOf(await query('list', { search: 'AMM' }))).toEqual(['Gamma']);
  });

  it('200: update and delete, with the expected version', async () => {
    const { id, updatedAt } = await aPeopleGroup(organization, { name: 'Design' });
    const renamed = await mutate('update', { id, name: 'Product', expectedUpdatedAt: updatedAt });
    expect([renamed.status, renamed.data.name]).toEqual([200, 'Product']);
    expect((await mutate('update', { id, name: 'Late', expectedUpdatedAt: updatedAt })).status).toBe(409);
    expect((await mutate('delete', { id, expectedUpdatedAt: updatedAt })).status).toBe(409);
    expect((await mutate('delete', { id })).data).toEqual({ success: true });
    expect((await query('get', { id })).status).toBe(404);
  });

  it('409: a name that another group has, ignoring case; also when two calls create it at the same time', async () => {
    const { id } = await aPeopleGroup(organization, { name: 'Design' });
    expect((await mutate('create', { name: 'DESIGN' })).status).toBe(409);
    expect((await mutate('update', { id, name: 'design' })).status).toBe(200);
    const answers = await Promise.all([1, 2, 3].map(() => mutate('create', { name: 'Same' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('200: members are added and removed, all or none, each with an event', async () => {
    const [one, two] = [await organization.addMember('member'), await organization.addMember('guest')];
    const { id: groupId } = await aPeopleGroup(organization, { userIds: [one.userId] });
    const events = await eventsDuring(organization, async () => {
      const { data } = await mutate('members.add', { groupId, userIds: [two.userId, one.userId] });
      expect(data.members).toEqual([
        { ...shownMember(two), outcome: 'added' },
        { ...shownMember(one), outcome: 'unchanged' },
      ]);
      expect((await query('members.list', { groupId })).data.members).toEqual([
        shownMember(one),
        shownMember(two),
      ]);
      expect((await query('get', { id: groupId })).data.memberCount).toBe(2);
      const gone = await mutate('members.remove', { groupId, userIds: [one.userId] });
      expect(gone.data).toEqual({ success: true });
    });
    expect(events.map(({ type, data }) => [type, data.userId])).toEqual([
      ['people_group_member.added', two.userId],
      ['people_group_member.removed', one.userId],
    ]);
  });

  it('404: names users who are not in the organization or the group, and changes nothing', async () => {
    const { userId } = await organization.addMember('member');
    const { userId: outside } = await organization.addMember('member');
    const { owner: foreigner } = await anOrganization({ app });
    const { id: groupId } = await aPeopleGroup(organization, { userIds: [userId] });
    const events = await eventsDuring(organization, async () => {
      for (const [name, input] of [
        ['members.add', [outside, foreigner.userId]],
        ['members.add', [outside, newId('user')]],
        ['members.remove', [userId, outside]],
      ] as const) {
        const { status, error } = await mutate(name, { groupId, userIds: input });
        const issues = [{ path: 'userIds.1', message: 'No such member' }];
        expect([name, status, error?.data.issues]).toEqual([name, 404, issues]);
      }
    });
    expect(events).toEqual([]);
    expect((await query('get', { id: groupId })).data.memberCount).toBe(1);
  });

  it('200: a member who is removed from the organization leaves the groups', async () => {
    const { userId } = await organization.addMember('member');
    const { id } = await aPeopleGroup(organization, { userIds: [userId] });
    await made(organization.owner.client, 'organizations.members.remove', { userId });
    expect((await query('get', { id })).data.memberCount).toBe(0);
  });

  it('409: a group of the directory is listed and read, and changed by the directory only', async () => {
    const directory = await aScimDirectory({ organization });
    const { id: userId } = await directory.user({ userName: `${organization.slug}@example.com` });
    const { id } = await directory.group('Directory', [userId]);
    expect((await query('list')).data.groups).toMatchObject([
      { id, name: 'Directory', description: null, managedBy: 'directory', memberCount: 1 },
    ]);
    const listed = await query('members.list', { groupId: id });
    expect(listed.data.members).toMatchObject([{ userId }]);
    for (const [name, input] of [
      ['update', { id, name: 'Mine' }],
      ['delete', { id }],
      ['members.add', { groupId: id, userIds: [organization.owner.userId] }],
      ['members.remove', { groupId: id, userIds: [userId] }],
    ] as const)
      expect([name, (await mutate(name, input)).status]).toEqual([name, 409]);
    // Names of the organization's groups and of the directory's do not exclude each other.
    await aPeopleGroup(organization, { name: 'Directory' });
  });

  it('400: blank names, too many users, repeated users, ids of other types, a group of a board', async () => {
    const { id } = await aPeopleGroup(organization);
    const { userId } = organization.owner;
    const refused: [WireAnswer, string][] = [
      [await mutate('create', { name: ' ' }), 'name'],
      [await mutate('create', { name: 'x'.repeat(101) }), 'name'],
      [await mutate('create', { name: 'New', userIds: [] }), 'userIds'],
      [await mutate('update', { id: userId, name: 'New' }), 'id'],
      [await query('get', { id: newId('group') }), 'id'],
      [await query('list', { cursor: newId('peopleGroup') }), 'cursor'],
      [await query('list', { limit: 201 }), 'limit'],
      [await mutate('members.add', { groupId: id, userIds: [] }), 'userIds'],
      [await mutate('members.add', { groupId: id, userIds: [userId, userId] }), 'userIds'],
      [await mutate('members.add', { groupId: id, userIds: [id] }), 'userIds.0'],
    ];
    for (const [answer, path] of refused) expect(refusedPaths(answer)).toEqual([path]);
  });

  it('400: more groups than an organization can have', async () => {
    await app.sql.query(
      `insert into people_groups (organization_id, id, name, name_key, created_at, updated_at)
       select $1, 'pgr_' || lpad(n::text, 26, '0'), n, n, now(), now() from generate_series(1, 1000) as each (n)`,
      [organization.id],
    );
    expect((await mutate('create', { name: 'One more' })).status).toBe(400);
  });

  it('403: members read and do not write, guests do neither', async () => {
    const { id } = await aPeopleGroup(organization);
    const { userId } = organization.owner;
    const statuses: Record<string, number[]> = {};
    for (const role of ['admin', 'member', 'guest'] as const) {
      const { client } = await organization.addMember(role);
      statuses[role] = [
        (await query('list', {}, client)).status,
        (await query('get', { id }, client)).status,
        (await query('members.list', { groupId: id }, client)).status,
        (await mutate('create', { name: `By ${role}` }, client)).status,
        (await mutate('update', { id, description: role }, client)).status,
        (await mutate('members.add', { groupId: id, userIds: [userId] }, client)).status,
      ];
    }
    expect(statuses).toEqual({
      admin: [200, 200, 200, 200, 200, 200],
      member: [200, 200, 200, 403, 403, 403],
      guest: [403, 403, 403, 403, 403, 403],
    });
  });

  it("404: another organization's group looks exactly like a missing one", async () => {
    const { id: theirs } = await aPeopleGroup(await anOrganization({ app }));
    const { userId } = organization.owner;
    const workspace = await aWorkspace({ organization });
    const calls: ((id: string) => Promise<WireAnswer>)[] = [
      (id) => query('get', { id }),
      (id) => mutate('update', { id, name: 'Mine' }),
      (id) => mutate('delete', { id }),
      (groupId) => query('members.list', { groupId }),
      (groupId) => mutate('members.add', { groupId, userIds: [userId] }),
      (groupId) => mutate('members.remove', { groupId, userIds: [userId] }),
      (groupId) =>
        organization.owner.client.mutate('workspaces.groups.add', { workspaceId: workspace.id, groupId }),
    ];
    for (const call of calls) expect(await lookOf(theirs, call)).toEqual(MISSING);
  });

  it('200: the audit log has the changes', async () => {
    const { id } = await aPeopleGroup(organization, { name: 'Design' });
    await mutate('update', { id, name: 'Product' });
    await mutate('members.add', { groupId: id, userIds: [organization.owner.userId] });
    const { data } = await organization.owner.client.query('audit.list', { limit: 3 });
    expect(
      data.entries.map(({ action, details }: { action: string; details: object }) => ({ action, details })),
    ).toMatchObject([
      { action: 'organizations.groups.members.add' },
      {
        action: 'organizations.groups.update',
        details: { before: { name: 'Design' }, after: { name: 'Product' } },
      },
      { action: 'organizations.groups.create', details: { after: { name: 'Design' } } },
    ]);
  });
});
