import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { auditEntries } from '../../support/audit';
import { anOrganization } from '../../support/factories/organization.factory';
import { aSession } from '../../support/factories/account.factory';
import { WireClient } from '../../support/client';
import { aScimDirectory, PATCH_SCHEMA, type ScimDirectory, USER_SCHEMA } from '../../support/scim-directory';

const address = (name = 'person') => `${name}-${newId('user').slice(4).toLowerCase()}@example.com`;

async function memberRow({ organization }: ScimDirectory, userId: string) {
  const { rows } = await organization.app.sql.query<{
    role: string;
    status: string;
    name: string;
    email: string;
    hash: string | null;
  }>(
    `select member.role, member.status, person.name, person.email, person.password_hash as hash
     from members member join users person on person.id = member.user_id
     where member.organization_id = $1 and member.user_id = $2`,
    [organization.id, userId],
  );
  return rows[0];
}

describe('SCIM users', () => {
  it('are created with an account without a password, and found again', async () => {
    const directory = await aScimDirectory();
    const userName = address('Ada');
    const answer = await directory.request('POST', 'Users', {
      schemas: [USER_SCHEMA, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      externalId: '00u1',
      userName,
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      displayName: 'Ada Lovelace',
      emails: [{ value: userName, type: 'work', primary: true }],
      title: 'Countess',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Engines' },
      password: 'never kept',
      active: true,
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    const { id, meta } = answer.body;
    const location = `http://${directory.organization.slug}.trestle.test/api/scim/v2/Users/${id}`;
    expect(answer.headers['location']).toBe(location);
    expect(answer.headers['etag']).toBe(meta.version);
    expect(answer.body).toEqual({
      schemas: [USER_SCHEMA],
      id: expect.stringMatching(/^usr_/),
      externalId: '00u1',
      userName,
      name: { formatted: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' },
      displayName: 'Ada Lovelace',
      active: true,
      emails: [{ value: userName, type: 'work', primary: true }],
      groups: [],
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location,
        version: expect.stringMatching(/^W\/"[0-9a-z]+"$/),
      },
    });
    expect(await memberRow(directory, id)).toEqual({
      role: 'member',
      status: 'active',
      name: 'Ada Lovelace',
      email: userName,
      hash: null,
    });
    expect((await directory.request('GET', `Users/${id}`)).body).toEqual(answer.body);
    const found = await directory.filter('Users', `userName eq "${userName.toUpperCase()}"`);
    expect(found.body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1 });
    expect(found.body.Resources).toEqual([answer.body]);
  });

  it('include every member, also those who joined otherwise', async () => {
    const directory = await aScimDirectory();
    const { owner } = directory.organization;
    const found = await directory.filter('Users', `userName eq "${owner.email}"`);
    expect(found.body.Resources).toMatchObject([
      { id: owner.userId, userName: owner.email, displayName: owner.name, active: true },
    ]);
  });

  it('409 for a user name or an address of a member', async () => {
    const directory = await aScimDirectory();
    const userName = address();
    await directory.user({ userName });
    for (const attributes of [
      { userName: userName.toUpperCase() },
      { userName: 'another', emails: [{ value: userName }] },
      { userName: directory.organization.owner.email },
    ]) {
      const again = await directory.request('POST', 'Users', { schemas: [USER_SCHEMA], ...attributes });
      expect(again.status).toBe(409);
      expect(again.body).toEqual({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
        detail: expect.any(String),
      });
    }
  });

  it('are added with an existing account only when the organization created it or verified the domain', async () => {
    const directory = await aScimDirectory();
    const stranger = (await anOrganization()).owner;
    const post = () => directory.request('POST', 'Users', { userName: stranger.email });
    const rejected = await post();
    expect([rejected.status, rejected.body.scimType]).toEqual([409, 'uniqueness']);
    expect(rejected.body.detail).toContain('verify the domain');

    const mine = await directory.user({ userName: address() });
    expect((await directory.request('DELETE', `Users/${mine.id}`)).status).toBe(204);
    expect((await directory.request('GET', `Users/${mine.id}`)).status).toBe(404);
    const back = await directory.user({ userName: mine['userName'] as string });
    expect(back.id).toBe(mine.id);
  });

  it('are added with an account of a verified domain, which stays its owner’s', async () => {
    const directory = await aScimDirectory();
    const elsewhere = await anOrganization();
    const domain = `d${elsewhere.slug}.example`;
    const email = `bob@${domain}`;
    const { sql } = directory.organization.app;
    await sql.query('update users set email = $2, email_key = $2, email_confirmed_at = now() where id = $1', [
      elsewhere.owner.userId,
      email,
    ]);
    await sql.query(
      `insert into sso_domains (organization_id, id, domain, proof, verified_at, created_at)
       values ($1, $2, $3, 'proof', now(), now())`,
      [directory.organization.id, newId('domain'), domain],
    );
    const joined = await directory.user({ userName: email, displayName: 'Robert' });
    expect(joined.id).toBe(elsewhere.owner.userId);
    expect(joined['displayName']).toBe('Robert');
    expect((await memberRow(directory, joined.id))!.name).toBe(elsewhere.owner.name);
    const moved = await directory.patch(`Users/${joined.id}`, {
      op: 'replace',
      path: 'emails[type eq "work"].value',
      value: address(),
    });
    expect(moved.status).toBe(403);
    expect((await memberRow(directory, joined.id))!.email).toBe(email);
    const renamed = await directory.patch(`Users/${joined.id}`, {
      op: 'replace',
      value: { displayName: 'Rob', name: { givenName: 'Rob' } },
    });
    expect(renamed.body).toMatchObject({ displayName: 'Rob', name: { givenName: 'Rob' } });
    expect((await memberRow(directory, joined.id))!.name).toBe(elsewhere.owner.name);
  });

  it('settle a pending invitation', async () => {
    const directory = await aScimDirectory();
    const email = address();
    const { client } = directory.organization.owner;
    expect((await client.mutate('organizations.members.invite', { email, role: 'member' })).status).toBe(200);
    await directory.user({ userName: email });
    expect((await client.query('organizations.members.list', { status: 'pending' })).data.members).toEqual(
      [],
    );
  });

  it('lose access with the next call when deactivated, and regain it', async () => {
    const directory = await aScimDirectory();
    const { organization } = directory;
    const member = await organization.addMember('member');
    const { cookie } = await aSession(member.userId);
    const browser = new WireClient(organization.app, { cookie, slug: organization.slug });
    const look = async () => [
      (await member.client.query('organizations.get')).status,
      (await browser.query('organizations.get')).status,
    ];
    expect(await look()).toEqual([200, 200]);
    const off = await directory.patch(`Users/${member.userId}`, {
      op: 'Replace',
      path: 'active',
      value: 'False',
    });
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect(await look()).toEqual([401, 403]);
    const listed = await directory.filter('Users', 'active eq false');
    expect(listed.body.Resources.map(({ id }: { id: string }) => id)).toEqual([member.userId]);
    const on = await directory.patch(`Users/${member.userId}`, { op: 'replace', value: { active: true } });
    expect(on.body.active).toBe(true);
    expect(await look()).toEqual([200, 200]);
    expect((await directory.request('DELETE', `Users/${member.userId}`)).status).toBe(204);
    expect(await look()).toEqual([401, 403]);
  });

  it('403 for changes that would lock out the owner, and nothing is changed', async () => {
    const directory = await aScimDirectory();
    const { userId } = directory.organization.owner;
    const before = await memberRow(directory, userId);
    for (const rejected of [
      await directory.patch(`Users/${userId}`, { op: 'replace', path: 'active', value: false }),
      await directory.request('PUT', `Users/${userId}`, { userName: 'owner', active: false }),
      await directory.request('DELETE', `Users/${userId}`),
    ]) {
      expect(rejected.status).toBe(403);
      expect(rejected.body).toMatchObject({ status: '403', detail: expect.stringContaining('owner') });
    }
    expect(await memberRow(directory, userId)).toEqual(before);
    const same = await directory.patch(`Users/${userId}`, { op: 'replace', path: 'active', value: true });
    expect(same.status).toBe(200);
  });

  it('move an account of the organization to another address, and revoke its old credentials', async () => {
    const directory = await aScimDirectory();
    const { app } = directory.organization;
    const user = await directory.user({ userName: address(), displayName: 'Jane Doe' });
    await app.sql.query(`update users set password_hash = 'hash' where id = $1`, [user.id]);
    const { cookie } = await aSession(user.id as never);
    const browser = new WireClient(app, { cookie, slug: directory.organization.slug });
    expect((await browser.query('auth.me')).status).toBe(200);
    const next = address('jane');
    const moved = await directory.request('PUT', `Users/${user.id}`, {
      userName: next,
      displayName: 'Jane Smith',
      emails: [{ value: next, primary: true }],
      active: true,
    });
    expect(moved.status).toBe(200);
    expect(moved.body).toMatchObject({
      userName: next,
      emails: [{ value: next }],
      displayName: 'Jane Smith',
    });
    expect(await memberRow(directory, user.id)).toMatchObject({
      email: next,
      name: 'Jane Smith',
      hash: null,
    });
    expect((await browser.query('auth.me')).status).toBe(401);
    const taken = await directory.patch(`Users/${user.id}`, {
      op: 'replace',
      path: 'emails.value',
      value: (await anOrganization()).owner.email,
    });
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
    // No directory can change a user who is also a member of another organization.
    const other = await anOrganization();
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now(), now())`,
      [other.id, user.id],
    );
    const rejected = await directory.patch(`Users/${user.id}`, {
      op: 'replace',
      path: 'emails.value',
      value: address(),
    });
    expect(rejected.status).toBe(403);
  });

  it('change their address with the user name while both are equal', async () => {
    const directory = await aScimDirectory();
    const together = await directory.user({ userName: address() });
    const next = address('next');
    const moved = await directory.patch(`Users/${together.id}`, {
      op: 'replace',
      path: 'userName',
      value: next,
    });
    expect(moved.body).toMatchObject({ userName: next, emails: [{ value: next }] });
    const email = address();
    const apart = await directory.user({ userName: address('upn'), emails: [{ value: email }] });
    const renamed = await directory.patch(`Users/${apart.id}`, {
      op: 'replace',
      path: 'userName',
      value: address('upn2'),
    });
    expect(renamed.body.emails).toMatchObject([{ value: email }]);
  });

  it('are created once by concurrent calls', async () => {
    const directory = await aScimDirectory();
    const userName = address();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        directory.request('POST', 'Users', { schemas: [USER_SCHEMA], userName }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });

  it('support versions', async () => {
    const directory = await aScimDirectory();
    const { id, meta } = await directory.user({ userName: address() });
    const { version } = meta as { version: string };
    const path = `Users/${id}`;
    const known = await directory.request('GET', path, undefined, { 'if-none-match': version });
    expect([known.status, known.bytes.length, known.headers['etag']]).toEqual([304, 0, version]);
    const body = {
      Operations: [{ op: 'replace', path: 'displayName', value: 'One' }],
      schemas: [PATCH_SCHEMA],
    };
    const first = await directory.request('PATCH', path, body, { 'if-match': version });
    expect(first.status).toBe(200);
    const stale = await directory.request('DELETE', path, undefined, { 'if-match': version });
    expect(stale.status).toBe(412);
    expect(stale.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '412',
      detail: expect.any(String),
    });
    const same = await directory.request('PATCH', path, body);
    expect(same.headers['etag']).toBe(first.headers['etag']);
    const deleted = await directory.request('DELETE', path, undefined, {
      'if-match': first.headers['etag']!,
    });
    expect(deleted.status).toBe(204);
  });

  it('404 for another organization’s user, like for a missing one', async () => {
    const directory = await aScimDirectory();
    const stranger = (await anOrganization()).owner.userId;
    const missing = newId('user');
    const put = { userName: address() };
    const operation = { op: 'replace', path: 'active', value: false };
    for (const ask of [
      (id: string) => directory.request('GET', `Users/${id}`),
      (id: string) => directory.request('PUT', `Users/${id}`, put),
      (id: string) => directory.patch(`Users/${id}`, operation),
      (id: string) => directory.request('DELETE', `Users/${id}`),
    ]) {
      const [foreign, none] = [await ask(stranger), await ask(missing)];
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual(none.body);
    }
  });

  it('write audit entries under the token', async () => {
    const directory = await aScimDirectory();
    const { id } = await directory.user({ userName: address() });
    await directory.patch(`Users/${id}`, { op: 'replace', path: 'active', value: false });
    await directory.patch(`Users/${id}`, { op: 'replace', path: 'active', value: false });
    const { userId } = directory.organization.owner;
    await directory.request('DELETE', `Users/${userId}`);
    await directory.request('DELETE', `Users/${id}`);
    const entries = await auditEntries(directory.organization, { action: 'scim.users.*' });
    expect(entries.map(({ action, outcome, target }) => [action, outcome, target])).toEqual([
      ['scim.users.delete', 'success', id],
      ['scim.users.delete', 'failure', userId],
      ['scim.users.update', 'success', id],
      ['scim.users.create', 'success', id],
    ]);
    expect(entries[2]!.details).toMatchObject({ active: false, changed: ['isActive'] });
    expect(entries.map(({ actor, credential }) => [actor, credential])).toEqual(
      entries.map(() => [null, { kind: 'scim', id: directory.tokenId }]),
    );
  });
});
