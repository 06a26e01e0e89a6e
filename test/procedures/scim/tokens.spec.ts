import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clock } from '../../../src/kernel/clock';
import { newId } from '../../../src/kernel/ids';
import { ScimTokenLastUsedRecorder } from '../../../src/modules/scim/tokens/scim-token-last-used.recorder';
import { startApp, type TestApp } from '../../support/app';
import { auditEntries } from '../../support/audit';
import { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { anApplication, tokensFor } from '../../support/oauth';
import { aScimDirectory } from '../../support/scim-directory';

const PROBE = '/api/scim/v2/Users?count=1';

describe('scim.tokens', () => {
  it('create returns the secret once, with the values to enter', async () => {
    const { owner, slug, app, id: organizationId } = await anOrganization();
    const { status, data } = await owner.client.mutate('scim.tokens.create', {
      name: 'Okta',
      expiresIn: '90d',
    });
    expect(status).toBe(200);
    expect(data).toEqual({
      id: expect.stringMatching(/^sct_/),
      name: 'Okta',
      reachesAdmins: true,
      token: expect.stringMatching(/^svc_scim_[0-9A-Za-z]{46}$/),
      endpoint: `http://${slug}.trestle.test/api/scim/v2`,
      createdBy: owner.userId,
      expiresAt: new Date(Date.parse(data.createdAt) + 90 * 86_400_000).toISOString(),
      lastUsedAt: null,
      createdAt: expect.any(String),
    });
    const { token, endpoint: _endpoint, ...record } = data;
    expect((await owner.client.query('scim.tokens.list')).data).toEqual({
      tokens: [record],
      nextCursor: null,
    });
    const kept = await app.sql.query('select * from scim_tokens where organization_id = $1', [
      organizationId,
    ]);
    expect(JSON.stringify(kept.rows)).not.toContain(token);
    expect(JSON.stringify(await auditEntries({ owner } as TestOrganization))).not.toContain(token);
  });

  it('create rejects an invalid input, a plan without directories, and a twenty-first token', async () => {
    const { owner } = await anOrganization();
    for (const input of [{}, { name: '' }, { name: 'x', expiresIn: '400d' }, { name: 'x', scopes: [] }])
      expect((await owner.client.mutate('scim.tokens.create', input)).status).toBe(400);
    const poor = await anOrganization({ plan: 'pro' });
    const { status, error } = await poor.owner.client.mutate('scim.tokens.create', { name: 'x' });
    expect([status, error?.data]).toEqual([403, expect.objectContaining({ reason: 'plan' })]);
    const answers = [];
    for (let count = 0; count < 21; count += 1)
      answers.push((await owner.client.mutate('scim.tokens.create', { name: 'x' })).status);
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 409]);
  });

  it('create grants nothing that outlives the token it is called with, and nothing to applications', async () => {
    const organization = await anOrganization();
    const { owner, slug, app } = organization;
    const session = new WireClient(app, { cookie: (await aSession(owner.userId, { app })).cookie, slug });
    const short = { name: 'Short', scopes: ['admin'], expiresIn: '7d' };
    const { body } = await session.request('POST', '/api/auth/tokens', short);
    const { token, expiresAt } = body as { token: string; expiresAt: string };
    const client = new WireClient(app, { token, slug });
    expect((await client.mutate('scim.tokens.create', { name: 'x', expiresIn: '8d' })).status).toBe(403);
    const ends = async (by: WireClient, input: object) =>
      (await by.mutate('scim.tokens.create', { name: 'x', ...input })).data.expiresAt;
    expect(await ends(client, {})).toBe(expiresAt);
    expect((await ends(client, { expiresIn: '6d' })) < expiresAt).toBe(true);
    expect(await ends(session, {})).toBe(null);
    const application = await anApplication(organization, { scopes: ['admin'] });
    const { access_token } = await tokensFor(app, owner, application, { scope: 'admin' });
    const byApplication = new WireClient(app, { token: access_token, slug });
    expect((await byApplication.mutate('scim.tokens.create', { name: 'x' })).status).toBe(403);
  });

  it('end with the personal token that created them', async () => {
    const { owner, slug, app } = await anOrganization();
    const session = new WireClient(app, { cookie: (await aSession(owner.userId, { app })).cookie, slug });
    const { body } = await session.request('POST', '/api/auth/tokens', { name: 'Deploy', scopes: ['admin'] });
    const personal = body as { id: string; token: string };
    const byToken = new WireClient(app, { token: personal.token, slug });
    const status = async (by: WireClient) => {
      const { data } = await by.mutate('scim.tokens.create', { name: 'x' });
      const scim = new WireClient(app, { token: data.token, slug });
      return async () => (await scim.request('GET', PROBE)).status;
    };
    const [ofToken, ofSession] = [await status(byToken), await status(session)];
    expect([await ofToken(), await ofSession()]).toEqual([200, 200]);
    expect((await session.mutate('auth.tokens.revoke', { tokenId: personal.id })).status).toBe(200);
    expect([await ofToken(), await ofSession()]).toEqual([401, 200]);
    expect((await session.query('scim.tokens.list')).data.tokens).toHaveLength(1);
  });

  it('are never created after the revocation of the personal token that creates them', async () => {
    const { owner, slug, app } = await anOrganization();
    const session = new WireClient(app, { cookie: (await aSession(owner.userId, { app })).cookie, slug });
    for (let round = 0; round < 10; round += 1) {
      const wanted = { name: 'Deploy', scopes: ['admin'] };
      const { body } = await session.request('POST', '/api/auth/tokens', wanted);
      const personal = body as { id: string; token: string };
      const byToken = new WireClient(app, { token: personal.token, slug });
      const [created, revoked] = await Promise.all([
        byToken.mutate('scim.tokens.create', { name: 'x' }),
        session.mutate('auth.tokens.revoke', { tokenId: personal.id }),
      ]);
      expect([200, 401]).toContain(created.status);
      expect(revoked.status).toBe(200);
      expect((await session.query('scim.tokens.list')).data.tokens).toEqual([]);
    }
  });

  it('rotate with an overlap; a revoked one is rejected immediately', async () => {
    const directory = await aScimDirectory();
    const { organization } = directory;
    const { owner, slug, app } = organization;
    const { data } = await owner.client.mutate('scim.tokens.create', { name: 'Next' });
    const next = new WireClient(app, { slug, token: data.token });
    expect((await next.request('GET', PROBE)).status).toBe(200);
    expect((await directory.request('GET', 'Users')).status).toBe(200);
    expect((await owner.client.mutate('scim.tokens.revoke', { id: directory.tokenId })).status).toBe(200);
    const rejected = await directory.request('GET', 'Users');
    expect(rejected.status).toBe(401);
    expect(rejected.headers['www-authenticate']).toBe('Bearer realm="api", error="invalid_token"');
    expect(rejected.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '401',
      detail: expect.any(String),
    });
    expect((await next.request('GET', PROBE)).status).toBe(200);
    expect((await owner.client.mutate('scim.tokens.revoke', { id: directory.tokenId })).status).toBe(404);
    const entries = await auditEntries(organization, { action: 'scim.tokens.*' });
    expect(entries.map(({ action, outcome, target }) => [action, outcome, target])).toEqual([
      ['scim.tokens.revoke', 'failure', directory.tokenId],
      ['scim.tokens.revoke', 'success', directory.tokenId],
      ['scim.tokens.create', 'success', data.id],
      ['scim.tokens.create', 'success', directory.tokenId],
    ]);
  });

  it('are valid for their own organization only, and for no procedure', async () => {
    const [mine, other] = [await aScimDirectory(), await anOrganization()];
    const { owner, app } = mine.organization;
    const { data } = await owner.client.mutate('scim.tokens.create', { name: 'Mine' });
    const at = (slug: string | undefined, headers: Record<string, string> = {}) =>
      new WireClient(app, { ...(slug === undefined ? {} : { slug }), token: data.token, headers });
    expect((await at(mine.organization.slug).request('GET', PROBE)).status).toBe(200);
    expect((await at(undefined).request('GET', PROBE)).status).toBe(200);
    expect((await at(undefined, { 'x-tenant-id': mine.organization.id }).request('GET', PROBE)).status).toBe(
      200,
    );
    expect((await at(other.slug).request('GET', PROBE)).status).toBe(401);
    expect((await at('unknown-slug').request('GET', PROBE)).status).toBe(401);
    expect((await at(undefined, { 'x-tenant-id': other.id }).request('GET', PROBE)).status).toBe(401);
    expect((await at(mine.organization.slug).query('organizations.get')).status).toBe(401);
    expect((await at(mine.organization.slug).query('auth.me')).status).toBe(401);
    // And nothing else opens SCIM.
    expect((await owner.client.request('GET', PROBE)).status).toBe(401);
    expect((await new WireClient(app, { slug: mine.organization.slug }).request('GET', PROBE)).status).toBe(
      401,
    );
  });

  it('expire, and end with the plan and with the organization', async () => {
    const directory = await aScimDirectory();
    const { id, app, owner, slug } = directory.organization;
    const status = async () => (await directory.request('GET', 'Users')).status;
    await app.sql.query('update scim_tokens set expires_at = $2 where id = $1', [
      directory.tokenId,
      clock.now(),
    ]);
    expect(await status()).toBe(401);
    await app.sql.query('update scim_tokens set expires_at = null where id = $1', [directory.tokenId]);
    expect(await status()).toBe(200);
    expect((await owner.client.mutate('organizations.delete', { slug })).status).toBe(200);
    expect(await status()).toBe(401);
    const poor = await anOrganization();
    const client = await aScimDirectory({ organization: poor });
    await app.sql.query(`update organizations set plan = 'pro' where id = $1`, [poor.id]);
    await poor.owner.client.mutate('organizations.update', { name: 'Without directory' });
    const rejected = await client.request('GET', 'Users');
    expect([rejected.status, rejected.body.status]).toEqual([403, '403']);
    expect(id).not.toBe(poor.id);
  });

  it('show when they were last used', async () => {
    const directory = await aScimDirectory();
    const { app, owner } = directory.organization;
    await directory.request('GET', 'Users');
    await app.nest.get(ScimTokenLastUsedRecorder, { strict: false }).flush();
    const { data } = await owner.client.query('scim.tokens.list');
    expect(data.tokens[0].lastUsedAt).toEqual(expect.any(String));
  });
});

describe('SCIM requests', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ RATE_LIMITS: 'on' });
  });
  afterAll(() => app.close());

  it('are counted by token, those without one by address', async () => {
    const directory = await aScimDirectory({ app });
    const first = await directory.request('GET', 'ServiceProviderConfig');
    expect(first.headers['x-ratelimit-limit']).toBe('3000');
    const second = await directory.request('GET', 'Users?filter=nonsense');
    expect(second.status).toBe(400);
    expect(Number(second.headers['x-ratelimit-remaining'])).toBe(
      Number(first.headers['x-ratelimit-remaining']) - 1,
    );
    const stranger = new WireClient(app, { slug: directory.organization.slug, token: 'svc_scim_nothing' });
    const rejected = await stranger.request('GET', PROBE);
    expect([rejected.status, rejected.headers['x-ratelimit-limit']]).toEqual([401, '1000']);
  });

  it('can read the supported features', async () => {
    const directory = await aScimDirectory({ app });
    const config = await directory.request('GET', 'ServiceProviderConfig');
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    const types = await directory.request('GET', 'ResourceTypes');
    expect(types.body).toMatchObject({ totalResults: 2, Resources: [{ id: 'User' }, { id: 'Group' }] });
    const schemas = await directory.request('GET', 'Schemas');
    expect(schemas.body.totalResults).toBe(2);
    for (const [list, path] of [
      [types, 'ResourceTypes'],
      [schemas, 'Schemas'],
    ] as const) {
      for (const resource of list.body.Resources)
        expect((await directory.request('GET', `${path}/${resource.id}`)).body).toEqual(resource);
    }
    expect((await directory.request('GET', `Schemas/${newId('user')}`)).status).toBe(404);
  });
});
