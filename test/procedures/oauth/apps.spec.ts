import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { auditEntries } from '../../support/audit';
import { WireClient } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { anApplication, REDIRECT_URI, tokensFor } from '../../support/oauth';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

describe('oauth.apps', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let client: WireClient;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
    client = organization.owner.client;
  });

  const input = (change: object = {}) => ({
    name: 'Reporter',
    redirectUris: [REDIRECT_URI],
    scopes: ['read', 'write'],
    ...change,
  });

  it('create 200: the record with its secret, which nothing else returns', async () => {
    const answer = await client.mutate('oauth.apps.create', input());
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({
      id: expect.stringMatching(/^app_[0-9A-Z]{26}$/),
      name: 'Reporter',
      clientId: expect.stringMatching(/^client_[0-9A-Za-z]{24}$/),
      clientSecret: expect.stringMatching(/^svc_ocs_[0-9A-Za-z]{46}$/),
      redirectUris: [REDIRECT_URI],
      scopes: ['read', 'write'],
      public: false,
      createdBy: organization.owner.userId,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    const { clientSecret, ...record } = answer.data;
    expect((await client.query('oauth.apps.get', { id: record.id })).data).toEqual(record);
    const listed = await client.query('oauth.apps.list');
    expect(listed.data.apps.at(-1)).toEqual(record);
    const { rows } = await app.sql.query<{ text: string }>(
      `select data::text as text from outbox where organization_id = $1
       union all select details::text from audit_entries where organization_id = $1`,
      [organization.id],
    );
    expect(rows.map(({ text }) => text).join()).not.toContain(clientSecret);
    const [entry] = await auditEntries(organization, { action: 'oauth.apps.create' });
    expect(entry).toMatchObject({ outcome: 'success', target: record.id });
  });

  it('create 200: every valid redirect URI', async () => {
    const uris = [
      'https://client.example.com',
      'https://client.example.com:8443/a/b?c=d&e=%20',
      'http://localhost:3000/callback',
      'http://127.0.0.1/callback',
      'http://[::1]:8080/callback',
    ];
    const answer = await client.mutate('oauth.apps.create', input({ redirectUris: uris }));
    expect(answer.data.redirectUris).toEqual(uris);
    const own = ['com.example.app:/callback', 'com.example.app://callback'];
    const isPublic = await client.mutate('oauth.apps.create', input({ redirectUris: own, public: true }));
    expect(isPublic.data).toMatchObject({ redirectUris: own, public: true, clientSecret: null });
  });

  it.each([
    ['a fragment', `${REDIRECT_URI}#x`],
    ['an empty fragment', `${REDIRECT_URI}#`],
    ['http elsewhere', 'http://client.example.com/callback'],
    ['http on a name that begins alike', 'http://localhost.evil.example/callback'],
    ['a user', 'https://user@client.example.com/callback'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a file', 'file:///etc/passwd'],
    ['a private scheme without a dot', 'myapp:/callback'],
    ['a private scheme for a confidential client', 'com.example.app:/callback'],
    ['a relative path', '/callback'],
    ['no scheme', '//client.example.com/callback'],
    ['a wildcard', 'https://*.example.com/callback'],
    ['a backslash', String.raw`https://client.example.com\callback`],
    ['a blank', 'https://client.example.com/call back'],
    ['a new line', 'https://client.example.com/call\nback'],
    ['other letters', 'https://clïent.example.com/callback'],
    ['one slash', 'https:/client.example.com/callback'],
    ['a parameter of the response', `${REDIRECT_URI}?code=1`],
    ['nothing', ''],
    ['too much', `https://client.example.com/${'x'.repeat(1_000)}`],
  ])('create and update 400: a redirect URI with %s', async (_what, uri) => {
    const { id } = await anApplication(organization);
    const written = await eventsDuring(organization, async () => {
      const uris = { redirectUris: [REDIRECT_URI, uri] };
      expect(refusedPaths(await client.mutate('oauth.apps.create', input(uris)))).toEqual(['redirectUris.1']);
      expect(refusedPaths(await client.mutate('oauth.apps.update', { id, ...uris }))).toEqual([
        'redirectUris.1',
      ]);
    });
    expect(written).toEqual([]);
  });

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['no addresses', { redirectUris: [] }, 'redirectUris'],
    ['an address twice', { redirectUris: [REDIRECT_URI, REDIRECT_URI] }, 'redirectUris'],
    [
      '21 addresses',
      { redirectUris: Array.from({ length: 21 }, (_, at) => `${REDIRECT_URI}/${at}`) },
      'redirectUris',
    ],
    ['no scopes', { scopes: [] }, 'scopes'],
    ['an invalid scope', { scopes: ['root'] }, 'scopes.0'],
    ['a scope twice', { scopes: ['read', 'read'] }, 'scopes'],
    ['a given secret', { clientSecret: 'x' }, 'clientSecret'],
  ])('create 400: %s', async (_what, change, path) => {
    expect(refusedPaths(await client.mutate('oauth.apps.create', input(change)))).toEqual([path]);
  });

  it('update 200: the given fields, and 409 for an outdated version', async () => {
    const { id } = await anApplication(organization);
    const before = (await client.query('oauth.apps.get', { id })).data;
    const answer = await client.mutate('oauth.apps.update', {
      id,
      name: 'Renamed',
      redirectUris: [`${REDIRECT_URI}/new`],
      expectedUpdatedAt: before.updatedAt,
    });
    expect(answer.data).toEqual({
      ...before,
      name: 'Renamed',
      redirectUris: [`${REDIRECT_URI}/new`],
      updatedAt: expect.not.stringMatching(before.updatedAt),
    });
    const late = { id, name: 'Late', expectedUpdatedAt: before.updatedAt };
    expect((await client.mutate('oauth.apps.update', late)).status).toBe(409);
    expect((await client.query('oauth.apps.get', { id })).data.name).toBe('Renamed');
  });

  it('a removed scope is immediately lost for existing grants; an added one is not granted', async () => {
    const application = await anApplication(organization, { scopes: ['read', 'write'] });
    const { access_token } = await tokensFor(app, organization.owner, application, { scope: 'read write' });
    const bearer = new WireClient(app, { token: access_token, slug: organization.slug });
    const create = () => bearer.mutate('workspaces.create', { name: 'x' });
    expect((await create()).status).toBe(200);
    await client.mutate('oauth.apps.update', { id: application.id, scopes: ['read', 'delete'] });
    expect((await create()).status).toBe(403);
    const workspaces = await bearer.query('workspaces.list');
    const { id } = workspaces.data.workspaces[0];
    expect((await bearer.mutate('workspaces.delete', { id })).status).toBe(403);
  });

  it('delete 200: all its grants end', async () => {
    const application = await anApplication(organization);
    const stranger = await anOrganization({ app });
    const one = await tokensFor(app, organization.owner, application);
    const other = await tokensFor(app, stranger.owner, application);
    const bearers = [
      new WireClient(app, { token: one.access_token, slug: organization.slug }),
      new WireClient(app, { token: other.access_token, slug: stranger.slug }),
    ];
    for (const bearer of bearers) expect((await bearer.query('auth.me')).status).toBe(200);
    expect((await client.mutate('oauth.apps.delete', { id: application.id })).data).toEqual({
      success: true,
    });
    for (const bearer of bearers) expect((await bearer.query('auth.me')).status).toBe(401);
    await expectHidden(application.id, (id) => client.query('oauth.apps.get', { id }));
  });

  it('rotateSecret 200 once; 400 of a public application', async () => {
    const application = await anApplication(organization);
    const answer = await client.mutate('oauth.apps.rotateSecret', { id: application.id });
    expect(answer.data.clientSecret).toMatch(/^svc_ocs_/);
    expect(answer.data.clientSecret).not.toBe(application.clientSecret);
    const isPublic = await anApplication(organization, { public: true });
    expect((await client.mutate('oauth.apps.rotateSecret', { id: isPublic.id })).status).toBe(400);
  });

  it('list 200: page by page', async () => {
    const own = await anOrganization({ app });
    for (let count = 0; count < 3; count += 1) await anApplication(own);
    const first = await own.owner.client.query('oauth.apps.list', { limit: 2 });
    expect(first.data.apps).toHaveLength(2);
    const rest = await own.owner.client.query('oauth.apps.list', { cursor: first.data.nextCursor });
    expect(rest.data.apps).toHaveLength(1);
    expect(rest.data.nextCursor).toBeNull();
  });

  it('403: members, and admins without the scope; 404: another organization’s', async () => {
    const { id } = await anApplication(organization);
    const member = await organization.addMember();
    const reader = await organization.tokenFor(organization.owner, ['read', 'write', 'delete', 'webhooks']);
    for (const name of ['update', 'delete', 'rotateSecret']) {
      expect((await member.client.mutate(`oauth.apps.${name}`, { id })).status).toBe(403);
      expect((await reader.mutate(`oauth.apps.${name}`, { id })).status).toBe(403);
    }
    expect((await member.client.query('oauth.apps.list')).status).toBe(403);
    const foreign = await anApplication(await anOrganization({ app }));
    await expectHidden(foreign.id, (each) => client.query('oauth.apps.get', { id: each }));
    for (const name of ['update', 'delete', 'rotateSecret']) {
      await expectHidden(foreign.id, (each) => client.mutate(`oauth.apps.${name}`, { id: each }));
    }
  });
});
