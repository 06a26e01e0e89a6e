import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { auditEntries } from '../../support/audit';
import { WireClient } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import {
  aBrowser,
  aCode,
  anApplication,
  answerOf,
  authorizeUrl,
  aVerifier,
  decide,
  formOf,
  redeem,
  refresh,
  REDIRECT_URI,
  type TestApplication,
  type TokenAnswer,
} from '../../support/oauth';

describe('the authorization code flow', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let application: TestApplication;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
    application = await anApplication(organization);
  });

  it('a native application can listen on any port of its loopback address, and on no other host or path', async () => {
    const browser = await aBrowser(app, organization.owner);
    const registered = ['http://127.0.0.1/cb', 'http://[::1]:4000/cb', 'http://localhost:3000/cb'];
    const native = await anApplication(organization, { redirectUris: registered, public: true });
    const { verifier, challenge } = aVerifier();
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    for (const uri of ['http://127.0.0.1:51004/cb', 'http://[::1]:51005/cb', 'http://localhost:51006/cb']) {
      const url = authorizeUrl(native, { ...pkce, redirect_uri: uri });
      const redirect = await decide(browser, url);
      expect(redirect.headers['location']).toMatch(`${uri}?code=`);
      const { code } = answerOf(redirect);
      const tokens = await redeem(app, native, code!, { redirect_uri: uri, code_verifier: verifier });
      expect(tokens.status).toBe(200);
      // The token endpoint compares with the address of the request, port included.
      const second = answerOf(await decide(browser, url)).code!;
      const other = uri.replace(/:\d+\/cb$/, ':51999/cb');
      const rejected = await redeem(app, native, second, { redirect_uri: other, code_verifier: verifier });
      expect([rejected.status, rejected.body]).toEqual([
        400,
        expect.objectContaining({ error: 'invalid_grant' }),
      ]);
    }
    for (const uri of [
      'http://127.0.0.1:51004/other',
      'http://127.0.0.2:51004/cb',
      'https://127.0.0.1:51004/cb',
    ]) {
      const answer = await browser.client.request(
        'GET',
        authorizeUrl(native, { ...pkce, redirect_uri: uri }),
      );
      expect([uri, answer.status, answer.headers['location']]).toEqual([uri, 400, undefined]);
    }
  });

  it('as specified: consent, code, tokens, call, refresh', async () => {
    const browser = await aBrowser(app, organization.owner);
    const url = authorizeUrl(application, { scope: 'read write' });
    const page = await browser.client.request('GET', url);
    expect(page.status).toBe(200);
    expect(page.body).toContain('Reporter');
    expect(page.body).toContain(`Organization ${organization.slug}`);
    expect(page.body).toContain('<code>read</code>');
    expect(page.body).toContain('<code>write</code>');
    expect(page.body).toMatch(/<button[^>]*name="decision" value="approve"/);
    expect(formOf(page)['organizationId']).toBe(organization.id);

    const redirect = await decide(browser, url);
    expect(redirect.status).toBe(303);
    expect(redirect.headers['location']).toMatch(/^https:\/\/client\.example\.com\/callback\?code=/);
    const { code, state, iss } = answerOf(redirect);
    expect({ state, iss }).toEqual({ state: 'a state', iss: 'http://trestle.test' });

    const answer = await redeem(app, application, code!);
    expect(answer.status).toBe(200);
    expect([answer.headers['cache-control'], answer.headers['pragma']]).toEqual(['no-store', 'no-cache']);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const tokens = answer.body as TokenAnswer;
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^svc_oat_[0-9A-Za-z]{46}$/),
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^svc_ort_[0-9A-Za-z]{70}$/),
      scope: 'read write',
    });

    const client = new WireClient(app, { token: tokens.access_token, slug: organization.slug });
    expect((await client.query('auth.me')).data.id).toBe(organization.owner.userId);
    expect((await client.mutate('workspaces.create', { name: 'By an application' })).status).toBe(200);
    expect((await client.mutate('organizations.update', { name: 'x' })).status).toBe(403);

    const renewed = await refresh(app, application, tokens.refresh_token);
    expect(renewed.status).toBe(200);
    expect(Object.keys(renewed.body as object)).toEqual(Object.keys(tokens));
    expect(renewed.body).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read write' });
    const { access_token: next, refresh_token: nextRefresh } = renewed.body as TokenAnswer;
    expect(next).not.toBe(tokens.access_token);
    expect(nextRefresh).not.toBe(tokens.refresh_token);
    expect((await client.as({ token: next }).query('auth.me')).status).toBe(200);
    // Calls that are under way with the one before are not cut off.
    expect((await client.query('auth.me')).status).toBe(200);
  });

  it('stores digests only', async () => {
    const browser = await aBrowser(app, organization.owner);
    const code = await aCode(browser, application);
    const tokens = (await redeem(app, application, code)).body as TokenAnswer;
    const { rows } = await app.sql.query<{ text: string }>(
      `select row::text as text from oauth_applications row where organization_id = $1
       union all select row::text from oauth_families row where organization_id = $1
       union all select row::text from oauth_access_tokens row where organization_id = $1
       union all select data::text from outbox where organization_id = $1
       union all select details::text from audit_entries where organization_id = $1`,
      [organization.id],
    );
    const all = rows.map(({ text }) => text).join('\n');
    for (const secret of [code, tokens.access_token, tokens.refresh_token, application.clientSecret!]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('writes an audit entry and an event', async () => {
    await aCode(await aBrowser(app, organization.owner), application, { scope: 'read' });
    const [entry] = await auditEntries(organization, { action: 'oauth.authorize' });
    expect(entry).toMatchObject({
      outcome: 'success',
      target: application.id,
      actor: { id: organization.owner.userId },
      credential: { kind: 'session' },
      details: { application: 'Reporter', scopes: ['read'] },
    });
    const { rows } = await app.sql.query<{ data: object }>(
      `select data from outbox where organization_id = $1 and type = 'grant.created' order by sequence desc limit 1`,
      [organization.id],
    );
    expect(rows[0]!.data).toMatchObject({ grant: { applicationId: application.id, scopes: ['read'] } });
  });

  it('a denied consent is returned to the client, with its state', async () => {
    const browser = await aBrowser(app, organization.owner);
    const answer = answerOf(await decide(browser, authorizeUrl(application), { decision: 'deny' }));
    expect(answer).toMatchObject({ error: 'access_denied', state: 'a state', iss: 'http://trestle.test' });
    expect(answer['code']).toBeUndefined();
  });

  it('without a scope requests those that the application is registered for, and says so', async () => {
    const browser = await aBrowser(app, organization.owner);
    const code = await aCode(browser, application, { scope: null });
    expect((await redeem(app, application, code)).body).toMatchObject({ scope: 'read write' });
  });

  it('redirects a signed-out user to sign-in first, and returns', async () => {
    const url = authorizeUrl(application, { state: 'x&y=z #\\' });
    const answer = await new WireClient(app).request('GET', url);
    expect(answer.status).toBe(303);
    const { pathname, searchParams } = new URL(answer.headers['location']!, 'http://trestle.test');
    expect(pathname).toBe('/signin');
    expect(searchParams.get('continue')).toBe(url);
  });

  it('keeps the query of the redirect URI', async () => {
    const redirectUris = [`${REDIRECT_URI}?tenant=a%20b`];
    const own = await anApplication(organization, { redirectUris });
    const redirect = await decide(await aBrowser(app, organization.owner), authorizeUrl(own));
    expect(redirect.headers['location']).toMatch(
      /^https:\/\/client\.example\.com\/callback\?tenant=a%20b&code=/,
    );
  });
});
