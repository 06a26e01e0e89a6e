import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { auditEntries } from '../../support/audit';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { aScimDirectory, GROUP_SCHEMA, type ScimDirectory } from '../../support/scim-directory';

const valuesOf = (members: { value: string }[]) => members.map(({ value }) => value).toSorted();

describe('SCIM groups', () => {
  let directory: ScimDirectory;
  let ids: string[];

  beforeAll(async () => {
    directory = await aScimDirectory();
    const members = [];
    for (let count = 0; count < 3; count += 1) members.push(await directory.organization.addMember());
    ids = members.map(({ userId }) => userId);
  });

  it('contain members, and are shown on them', async () => {
    const answer = await directory.request('POST', 'Groups', {
      schemas: [GROUP_SCHEMA],
      displayName: 'Engineers',
      externalId: 'g-1',
      members: [{ value: ids[0] }, { value: ids[1], display: 'ignored' }, { value: ids[0] }],
    });
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    expect(id).toMatch(/^dgr_/);
    expect(answer.body).toMatchObject({ displayName: 'Engineers', externalId: 'g-1' });
    expect(valuesOf(answer.body.members)).toEqual(ids.slice(0, 2).toSorted());
    const user = await directory.request('GET', `Users/${ids[0]}`);
    expect(user.body.groups).toMatchObject([{ value: id, display: 'Engineers', type: 'direct' }]);
    const bare = await directory.request('GET', `Groups/${id}?excludedAttributes=members`);
    expect(Object.keys(bare.body)).toEqual(['schemas', 'id', 'externalId', 'displayName', 'meta']);
    const found = await directory.filter(
      'Groups',
      'displayName eq "engineers"',
      '&excludedAttributes=members',
    );
    expect(found.body.Resources).toEqual([bare.body]);
    const byMember = await directory.filter('Groups', `members[value eq "${ids[1]}"]`);
    expect(byMember.body.totalResults).toBe(1);
    const byGroup = await directory.filter('Users', `groups.value eq "${id}"`);
    expect(valuesOf(byGroup.body.Resources.map((each: { id: string }) => ({ value: each.id })))).toEqual(
      ids.slice(0, 2).toSorted(),
    );
  });

  it('change with PATCH, completely or not at all', async () => {
    const { id } = await directory.group('Patched', [ids[0]!]);
    const members = async () => valuesOf((await directory.request('GET', `Groups/${id}`)).body.members);
    const version = (await directory.request('GET', `Users/${ids[1]}`)).headers['etag'];
    const added = await directory.patch(`Groups/${id}`, {
      op: 'Add',
      path: 'members',
      value: [{ value: ids[1] }],
    });
    expect([added.status, added.bytes.length]).toEqual([204, 0]);
    expect(await members()).toEqual([ids[0], ids[1]].toSorted());
    expect((await directory.request('GET', `Users/${ids[1]}`)).headers['etag']).not.toBe(version);
    await directory.patch(`Groups/${id}`, { op: 'remove', path: `members[value eq "${ids[0]}"]` });
    expect(await members()).toEqual([ids[1]]);
    // As Entra ID says it without its compliance flag.
    await directory.patch(`Groups/${id}`, { op: 'Remove', path: 'members', value: [{ value: ids[1] }] });
    expect(await members()).toEqual([]);
    const rejected = await directory.patch(
      `Groups/${id}`,
      { op: 'replace', value: { id, displayName: 'Renamed' } },
      { op: 'add', path: 'members', value: [{ value: ids[2] }, { value: newId('user') }] },
    );
    expect([rejected.status, rejected.body.scimType]).toEqual([400, 'invalidValue']);
    expect((await directory.request('GET', `Groups/${id}`)).body).toMatchObject({
      displayName: 'Patched',
      members: [],
    });
    await directory.patch(`Groups/${id}`, {
      op: 'replace',
      path: 'members',
      value: ids.map((value) => ({ value })),
    });
    expect(await members()).toEqual(ids.toSorted());
    const shown = await directory.request('PATCH', `Groups/${id}?attributes=displayName`, {
      Operations: [{ op: 'remove', path: 'members' }],
    });
    expect([shown.status, shown.body]).toEqual([
      200,
      { schemas: [GROUP_SCHEMA], id, displayName: 'Patched' },
    ]);
    expect(await members()).toEqual([]);
  });

  it('are returned with their members on a page of any length', async () => {
    const many = await aScimDirectory();
    const { userId } = await many.organization.addMember();
    for (let count = 0; count < 25; count += 1) await many.group(`Group ${count}`, [userId]);
    const { body } = await many.request('GET', 'Groups?startIndex=1&count=100');
    expect([body.totalResults, body.itemsPerPage, body.Resources.length]).toEqual([25, 25, 25]);
  });

  it('have another version after a member has left the organization', async () => {
    const { organization } = directory;
    const [stays, leaves] = [await organization.addMember(), await organization.addMember()];
    const { id, meta } = await directory.group('Left', [stays.userId, leaves.userId]);
    const { version } = meta as { version: string };
    await made(organization.owner.client, 'organizations.members.remove', { userId: leaves.userId });
    const read = await directory.request('GET', `Groups/${id}`, undefined, { 'if-none-match': version });
    expect([read.status, valuesOf(read.body.members)]).toEqual([200, [stays.userId]]);
    const stale = await directory.request('DELETE', `Groups/${id}`, undefined, { 'if-match': version });
    expect(stale.status).toBe(412);
  });

  it('are replaced as a whole, and deleted', async () => {
    const { id } = await directory.group('Whole', ids);
    const put = await directory.request('PUT', `Groups/${id}`, {
      schemas: [GROUP_SCHEMA],
      id,
      displayName: 'Whole again',
      members: [{ value: ids[2] }],
    });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({
      displayName: 'Whole again',
      members: [{ value: ids[2], type: 'User' }],
    });
    const taken = await directory.request('POST', 'Groups', { displayName: 'WHOLE AGAIN' });
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
    expect((await directory.request('DELETE', `Groups/${id}`)).status).toBe(204);
    expect((await directory.request('GET', `Groups/${id}`)).status).toBe(404);
    expect((await directory.request('DELETE', `Groups/${id}`)).status).toBe(404);
    const entries = await auditEntries(directory.organization, { action: 'scim.groups.*' });
    expect(
      entries.filter(({ target }) => target === id).map(({ action, outcome }) => [action, outcome]),
    ).toEqual([
      ['scim.groups.delete', 'failure'],
      ['scim.groups.delete', 'success'],
      ['scim.groups.update', 'success'],
      ['scim.groups.create', 'success'],
    ]);
  });

  it('404 for another organization’s group, 400 for its users, like for missing ones', async () => {
    const other = await aScimDirectory();
    const foreign = await other.group('Theirs');
    const missing = newId('directoryGroup');
    for (const ask of [
      (id: string) => directory.request('GET', `Groups/${id}`),
      (id: string) => directory.request('PUT', `Groups/${id}`, { displayName: 'Mine' }),
      (id: string) => directory.patch(`Groups/${id}`, { op: 'remove', path: 'members' }),
      (id: string) => directory.request('DELETE', `Groups/${id}`),
    ]) {
      const [theirs, none] = [await ask(foreign.id), await ask(missing)];
      expect(theirs.status).toBe(404);
      expect(theirs.body).toEqual(none.body);
    }
    const { id } = await directory.group('Ours');
    const add = (value: string) =>
      directory.patch(`Groups/${id}`, { op: 'add', path: 'members', value: [{ value }] });
    const theirs = await add((await anOrganization()).owner.userId);
    expect(theirs.status).toBe(400);
    expect(theirs.body).toEqual((await add(newId('user'))).body);
  });

  it('grant the roles that single sign-on maps to their names, and never the owner’s', async () => {
    const mapped = await aScimDirectory();
    const { organization } = mapped;
    await mapped.mapGroups({ Admins: 'admin', Staff: 'member' });
    const [one, two] = [await organization.addMember(), await organization.addMember()];
    const role = async (userId: string) => (await mapped.roles()).get(userId);
    const { id: provisioned } = await mapped.user({ userName: `${one.userId.toLowerCase()}@new.example` });
    expect(await role(provisioned)).toBe('guest');

    const admins = await mapped.group('Admins', [one.userId, organization.owner.userId]);
    const staff = await mapped.group('Staff', [one.userId, two.userId, provisioned]);
    await mapped.group('Football', [two.userId]);
    expect(await role(one.userId)).toBe('admin');
    expect(await role(two.userId)).toBe('member');
    expect(await role(provisioned)).toBe('member');
    expect(await role(organization.owner.userId)).toBe('owner');

    await mapped.patch(`Groups/${admins.id}`, { op: 'remove', path: `members[value eq "${one.userId}"]` });
    expect(await role(one.userId)).toBe('member');
    await mapped.patch(`Groups/${staff.id}`, { op: 'replace', path: 'displayName', value: 'Others' });
    expect(await role(one.userId)).toBe('guest');
    await mapped.patch(`Groups/${staff.id}`, {
      op: 'replace',
      path: 'displayName',
      value: 'Admins of others',
    });
    await mapped.request('DELETE', `Groups/${admins.id}`);
    expect(await role(organization.owner.userId)).toBe('owner');
  });
});
