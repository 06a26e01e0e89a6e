import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import {
  aScimDirectory,
  GROUP_SCHEMA,
  PATCH_SCHEMA,
  type ScimDirectory,
  USER_SCHEMA,
} from '../../support/scim-directory';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const unique = () => newId('user').slice(4).toLowerCase();

describe('Entra ID, in the order of its provisioning', () => {
  let directory: ScimDirectory;
  beforeAll(async () => {
    directory = await aScimDirectory();
  });

  it('tests the connection, creates, matches, changes, disables and deletes a user', async () => {
    const probe = await directory.filter('Users', `userName eq "${newId('user')}"`);
    expect(probe.status).toBe(200);
    expect(probe.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    const name = unique();
    const mail = `${name}@contoso.example`;
    const made = await directory.request('POST', 'Users', {
      schemas: [USER_SCHEMA, ENTERPRISE],
      externalId: name,
      userName: `${name}@contoso.onmicrosoft.example`,
      active: true,
      displayName: 'BillG',
      emails: [{ primary: true, type: 'work', value: mail }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Bill Gates', familyName: 'Gates', givenName: 'Bill' },
      roles: [],
      addresses: [{ type: 'work', locality: 'Redmond' }],
      [`${ENTERPRISE}:department`]: 'Sales',
    });
    expect(made.status).toBe(201);
    const path = `Users/${made.body.id}`;
    for (const filter of [
      `externalId eq "${name}"`,
      `emails[type eq "work"].value eq "${mail}"`,
      `emails[type eq "work" and value eq "${mail.toUpperCase()}"]`,
      `userName eq "${name}@CONTOSO.onmicrosoft.example" and active eq True`,
      `${USER_SCHEMA}:userName sw "${name}"`,
      `not (userName ne "${name}@contoso.onmicrosoft.example")`,
      `meta.lastModified ge "2020-01-01T00:00:00Z" and externalId eq "${name}"`,
    ]) {
      const found = await directory.filter('Users', filter);
      expect([filter, found.status, found.body.totalResults]).toEqual([filter, 200, 1]);
    }
    const next = `${unique()}@contoso.example`;
    const patched = await directory.request('PATCH', path, {
      schemas: [PATCH_SCHEMA],
      Operations: [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: next },
        { op: 'Replace', path: 'name.familyName', value: 'Gates III' },
        { op: 'Add', path: 'title', value: 'Chairman' },
        { op: 'Add', path: 'addresses[type eq "work"].country', value: 'US' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Board' },
        { op: 'Replace', path: `${USER_SCHEMA}:displayName`, value: 'Bill' },
        { op: 'Replace', path: 'externalId', value: [{ value: `${name}-2` }] },
      ],
    });
    expect(patched.status).toBe(200);
    expect(patched.body).toMatchObject({
      externalId: `${name}-2`,
      displayName: 'Bill',
      name: { familyName: 'Gates III', givenName: 'Bill' },
      emails: [{ value: next, type: 'work', primary: true }],
    });
    const dotted = await directory.patch(path, {
      op: 'Replace',
      value: { 'name.givenName': 'William', [`${ENTERPRISE}:manager`]: { value: 'x' }, active: 'True' },
    });
    expect(dotted.body).toMatchObject({
      active: true,
      name: { givenName: 'William', familyName: 'Gates III' },
    });
    // An attribute of the directory's own making, and a path as a key.
    const own = 'urn:ietf:params:scim:schemas:extension:Contoso:2.0:User';
    const keyed = `${unique()}@contoso.example`;
    const custom = await directory.patch(
      path,
      { op: 'Add', path: `${own}:badge`, value: '7' },
      { op: 'Add', value: { [`${own}:floor`]: 3, 'emails[type eq "work"].value': keyed } },
    );
    expect([custom.status, custom.body.emails]).toEqual([
      200,
      [{ value: keyed, type: 'work', primary: true }],
    ]);
    expect((await directory.patch(path, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(
      false,
    );
    expect((await directory.request('DELETE', path)).status).toBe(204);
    expect((await directory.request('GET', path)).status).toBe(404);
  });

  it('creates, matches, renames and fills a group', async () => {
    const member = await directory.organization.addMember();
    const displayName = `Group ${unique()}`;
    const made = await directory.request('POST', 'Groups', {
      schemas: [GROUP_SCHEMA, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: unique(),
      displayName,
      meta: { resourceType: 'Group' },
    });
    expect(made.status).toBe(201);
    const path = `Groups/${made.body.id}`;
    const found = await directory.request(
      'GET',
      `Groups?excludedAttributes=members&filter=displayName+eq+%22${encodeURIComponent(displayName)}%22`,
    );
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: made.body.id }] });
    const renamed = await directory.patch(path, {
      op: 'Replace',
      path: 'displayName',
      value: `${displayName}!`,
    });
    expect(renamed.status).toBe(204);
    const add = { op: 'Add', path: 'members', value: [{ $ref: null, value: member.userId }] };
    expect((await directory.patch(path, add)).status).toBe(204);
    const isIn = await directory.filter(
      'Groups',
      `id eq "${made.body.id}" and members eq "${member.userId}"`,
    );
    expect(isIn.body.totalResults).toBe(1);
    const remove = { op: 'Remove', path: 'members', value: [{ $ref: null, value: member.userId }] };
    expect((await directory.patch(path, remove)).status).toBe(204);
    expect((await directory.request('GET', path)).body.members).toEqual([]);
    expect((await directory.request('DELETE', path)).status).toBe(204);
  });
});

describe('Okta, in the order of its test suite', () => {
  let directory: ScimDirectory;
  beforeAll(async () => {
    directory = await aScimDirectory();
  });

  it('requests a page, creates a user, meets the duplicate, reads, replaces and deactivates', async () => {
    const page = await directory.request('GET', 'Users?startIndex=1&count=2');
    expect(page.status).toBe(200);
    expect(page.body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1 });
    const userName = `Runscope300${unique()}@okta.example`;
    const body = {
      schemas: [USER_SCHEMA],
      userName,
      name: { givenName: 'Runscope', familyName: 'User' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Runscope User',
      locale: 'en-US',
      externalId: unique(),
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const json = { 'content-type': 'application/json' };
    const made = await directory.request('POST', 'Users', body, json);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      userName,
      active: true,
      name: { givenName: 'Runscope', familyName: 'User' },
    });
    expect((await directory.request('POST', 'Users', body, json)).status).toBe(409);
    const path = `Users/${made.body.id}`;
    const missing = await directory.request('GET', `Users/${newId('user')}`);
    expect([missing.status, missing.body.status]).toEqual([404, '404']);
    expect(missing.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error']);

    const replaced = await directory.request('PUT', path, {
      ...made.body,
      name: { givenName: 'Another', familyName: 'User' },
    });
    expect(replaced.status).toBe(200);
    expect(replaced.body.name.givenName).toBe('Another');
    const off = await directory.request('PUT', path, { ...replaced.body, active: false });
    expect(off.body.active).toBe(false);
    const on = await directory.patch(path, { op: 'replace', value: { active: true } });
    expect(on.body.active).toBe(true);
    const gone = await directory.patch(path, { op: 'replace', value: { active: false } });
    expect([gone.status, gone.body.active]).toEqual([200, false]);
  });

  it('pushes a group, its name together with its id, and its members as one list', async () => {
    const [one, two] = [await directory.organization.addMember(), await directory.organization.addMember()];
    const made = await directory.request('POST', 'Groups', {
      schemas: [GROUP_SCHEMA],
      displayName: `Test SCIMv2 ${unique()}`,
      members: [],
    });
    const { id } = made.body;
    const renamed = await directory.patch(`Groups/${id}`, {
      op: 'replace',
      value: { id, displayName: `Renamed ${unique()}` },
    });
    expect(renamed.status).toBe(204);
    const members = [
      { value: one.userId, display: one.email },
      { value: two.userId, display: two.email },
    ];
    expect(
      (await directory.patch(`Groups/${id}`, { op: 'replace', path: 'members', value: members })).status,
    ).toBe(204);
    const changed = await directory.patch(
      `Groups/${id}`,
      { op: 'remove', path: `members[value eq "${one.userId}"]` },
      { op: 'add', path: 'members', value: [{ value: one.userId, display: one.email }] },
      { op: 'remove', path: `members[value eq "${two.userId}"]` },
    );
    expect(changed.status).toBe(204);
    const { body } = await directory.request('GET', `Groups/${id}`);
    expect(body.members).toMatchObject([{ value: one.userId, display: one.name }]);
  });
});
