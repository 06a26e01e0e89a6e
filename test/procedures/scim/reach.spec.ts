import { describe, expect, it } from 'vitest';
import { WireClient } from '../../support/client';
import type { TestMember } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { aScimDirectory, ScimDirectory } from '../../support/scim-directory';

/** A directory that came in by a token of another user than the owner. */
async function directoryOf({ organization }: ScimDirectory, admin: TestMember): Promise<ScimDirectory> {
  const data = await made(admin.client, 'scim.tokens.create', { name: 'Made by an admin' });
  const client = new WireClient(organization.app, { slug: organization.slug, token: String(data['token']) });
  return new ScimDirectory(organization, String(data['id']), client);
}

const OFF = { op: 'replace', path: 'active', value: false };
const address = (name: string, { organization }: ScimDirectory) => `${name}@${organization.slug}.example.com`;

describe('the permissions of a directory', () => {
  it('are those of its token’s creator, who is shown in the list', async () => {
    const byOwner = await aScimDirectory();
    const { owner, addMember } = byOwner.organization;
    const admin = await addMember('admin');
    await directoryOf(byOwner, admin);
    const listed = async () => {
      const { data } = await owner.client.query('scim.tokens.list');
      return data.tokens.map(({ reachesAdmins }: { reachesAdmins: boolean }) => reachesAdmins);
    };
    expect(await listed()).toEqual([true, false]);
    // The former owner still knows the token.
    await made(owner.client, 'organizations.transferOwnership', { userId: admin.userId });
    expect(await listed()).toEqual([false, true]);
    const other = await addMember('admin');
    expect((await byOwner.patch(`Users/${other.userId}`, OFF)).status).toBe(403);
  });

  it('with an admin’s token exclude admins: they are not deactivated, removed, moved or created', async () => {
    const byOwner = await aScimDirectory();
    const { organization } = byOwner;
    const [admin, other] = [await organization.addMember('admin'), await organization.addMember('admin')];
    const byAdmin = await directoryOf(byOwner, admin);
    const { id } = await byOwner.user({ userName: address('boss', byOwner) });
    await organization.app.sql.query(`update members set role = 'admin' where user_id = $1`, [id]);
    for (const rejected of [
      await byAdmin.patch(`Users/${other.userId}`, OFF),
      await byAdmin.request('DELETE', `Users/${other.userId}`),
      await byAdmin.patch(`Users/${id}`, {
        op: 'replace',
        path: 'userName',
        value: address('mine', byOwner),
      }),
    ]) {
      expect(rejected.status).toBe(403);
      expect(rejected.body).toMatchObject({ status: '403', detail: expect.stringContaining('admin') });
    }
    expect((await byAdmin.request('GET', `Users/${id}`)).body.userName).toBe(address('boss', byOwner));
    expect((await other.client.query('organizations.get')).status).toBe(200);
    expect((await byOwner.patch(`Users/${other.userId}`, OFF)).status).toBe(200);
    expect((await byOwner.request('DELETE', `Users/${other.userId}`)).status).toBe(204);
  });

  it('with an admin’s token no group makes or unmakes an admin', async () => {
    const byOwner = await aScimDirectory();
    await byOwner.mapGroups({ Admins: 'admin', Staff: 'member' });
    const { organization } = byOwner;
    const [admin, member] = [await organization.addMember('admin'), await organization.addMember('member')];
    const byAdmin = await directoryOf(byOwner, admin);
    const groups = () => byOwner.request('GET', 'Groups?attributes=displayName');
    const promoted = await byAdmin.request('POST', 'Groups', {
      displayName: 'Admins',
      members: [{ value: member.userId }],
    });
    expect(promoted.status).toBe(403);
    expect((await groups()).body.totalResults).toBe(0);
    const { id } = await byOwner.group('Admins', [member.userId]);
    expect((await byOwner.roles()).get(member.userId)).toBe('admin');
    const demoted = await byAdmin.patch(`Groups/${id}`, { op: 'remove', path: 'members' });
    expect(demoted.status).toBe(403);
    expect((await byAdmin.request('DELETE', `Groups/${id}`)).status).toBe(403);
    expect((await byOwner.roles()).get(member.userId)).toBe('admin');
    // What changes no admin is an admin's to do.
    const guest = await organization.addMember('guest');
    await byAdmin.group('Staff', [guest.userId, organization.owner.userId]);
    const roles = await byOwner.roles();
    expect([roles.get(guest.userId), roles.get(organization.owner.userId)]).toEqual(['member', 'owner']);
    expect((await byOwner.patch(`Groups/${id}`, { op: 'remove', path: 'members' })).status).toBe(204);
    expect((await byOwner.roles()).get(member.userId)).toBe('guest');
  });

  it('include no admin through a group while none is mapped to admin: an admin may have mapped it', async () => {
    const directory = await aScimDirectory();
    await directory.mapGroups({ Staff: 'guest' });
    const { addMember } = directory.organization;
    const [admin, member] = [await addMember('admin'), await addMember('member')];
    await directory.group('Staff', [admin.userId, member.userId]);
    const roles = await directory.roles();
    expect([roles.get(admin.userId), roles.get(member.userId)]).toEqual(['admin', 'guest']);
  });

  it('never include the owner, whose address cannot be changed', async () => {
    const directory = await aScimDirectory();
    const { organization } = directory;
    const { id } = await directory.user({ userName: address('heir', directory) });
    const { sql } = organization.app;
    await sql.query(`update members set role = 'admin' where user_id = $1`, [id]);
    await made(organization.owner.client, 'organizations.transferOwnership', { userId: id });
    for (const path of ['userName', 'emails[type eq "work"].value']) {
      const value = address('taken', directory);
      const rejected = await directory.patch(`Users/${id}`, { op: 'replace', path, value });
      expect([path, rejected.status]).toEqual([path, 403]);
    }
    const { rows } = await sql.query('select email from users where id = $1', [id]);
    expect(rows).toEqual([{ email: address('heir', directory) }]);
    const renamed = await directory.patch(`Users/${id}`, {
      op: 'replace',
      path: 'displayName',
      value: 'Heir',
    });
    expect([renamed.status, renamed.body.displayName]).toEqual([200, 'Heir']);
  });

  it('end with the admin role of the creator: the current role applies', async () => {
    const { organization } = await aScimDirectory();
    const admin = await organization.addMember('admin');
    // What guards know of them from now on is what they were.
    expect((await admin.client.query('scim.tokens.list')).status).toBe(200);
    await organization.app.sql.query(`update members set role = 'member' where user_id = $1`, [admin.userId]);
    const { status } = await admin.client.mutate('scim.tokens.create', { name: 'Too late' });
    expect(status).toBe(403);
  });
});
