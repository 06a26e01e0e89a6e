import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import {
  aBrowser,
  anApplication,
  answerOf,
  authorizeUrl,
  aVerifier,
  decide,
  formOf,
  REDIRECT_URI,
  sendForm,
  type TestApplication,
  type TestBrowser,
} from '../../support/oauth';
import { expectEveryHeader } from '../../support/wire-shape';

const HTML = { accept: 'text/html' };

describe('/oauth/authorize', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let application: TestApplication;
  let browser: TestBrowser;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
    application = await anApplication(organization);
    browser = await aBrowser(app, organization.owner);
  });

  const open = (url: string) => browser.client.request('GET', url, undefined, HTML);
  const codes = async () => {
    const { rows } = await app.sql.query<{ count: number }>(
      'select count(*)::int as count from oauth_families where organization_id = $1',
      [organization.id],
    );
    return rows[0]!.count;
  };

  it('is a page that cannot be framed, scripted or cached', async () => {
    const page = await open(authorizeUrl(application));
    expect(page.status).toBe(200);
    expectEveryHeader(page.headers);
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    // Browsers would apply it to the redirects of the application too.
    expect(policy).not.toContain('form-action');
    expect(page.headers['x-frame-options']).toBe('DENY');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.body).not.toContain('<script');
  });

  it('shows names as text, whatever they contain', async () => {
    const hostile = await anApplication(organization, { name: '<script>alert("1")</script>' });
    const page = await open(authorizeUrl(hostile));
    expect(page.body).not.toContain('<script>');
    expect(page.body).toContain('&lt;script&gt;');
    // Turned around, it would turn around what the page says after it.
    const turned = await anApplication(organization, { name: '\u202etnega' });
    expect((await open(authorizeUrl(turned))).body).toContain('<bdi><strong>\u202etnega</strong></bdi>');
  });

  describe('redirects to no URI that is not registered exactly (O1)', () => {
    const without = (name: string) => (url: string) =>
      url.replace(new RegExp(`[?&]${name}=[^&]*`), (found) => found[0]!);
    const uri = (other: string) => (url: string) =>
      url.replace(encodeURIComponent(REDIRECT_URI), encodeURIComponent(other));
    it.each([
      ['a longer path', uri(`${REDIRECT_URI}/more`)],
      ['a query', uri(`${REDIRECT_URI}?x=1`)],
      ['a slash at the end', uri(`${REDIRECT_URI}/`)],
      ['another case of the path', uri('https://client.example.com/Callback')],
      ['another case of the host', uri('https://CLIENT.example.com/callback')],
      ['a port', uri('https://client.example.com:443/callback')],
      ['a user', uri('https://client.example.com@evil.example/callback')],
      ['an encoded slash', uri('https://client.example.com%2fcallback')],
      ['a fragment', uri(`${REDIRECT_URI}#x`)],
      ['a subdomain', uri('https://evil.client.example.com/callback')],
      ['a host that only begins alike', uri('https://client.example.com.evil.example/callback')],
      ['http', uri('http://client.example.com/callback')],
      ['a backslash', uri(String.raw`https://client.example.com\callback`)],
      ['dots on the way', uri('https://client.example.com/x/../callback')],
      ['a script', uri('javascript:alert(1)')],
      ['a second one', (url: string) => `${url}&redirect_uri=${encodeURIComponent('https://evil.example')}`],
      [
        'a second one that is the same',
        (url: string) => `${url}&redirect_uri=${encodeURIComponent(REDIRECT_URI)}`,
      ],
      [
        'a second one by an encoded name',
        (url: string) => `${url}&redirect%5Furi=https%3A%2F%2Fevil.example`,
      ],
      ['none', without('redirect_uri')],
      ['an empty one', uri('')],
      ['one that cannot be read', (url: string) => `${without('redirect_uri')(url)}&redirect_uri=%zz`],
    ])('%s', async (_what, change) => {
      for (const url of [
        change(authorizeUrl(application)),
        change(authorizeUrl(application, { scope: 'root' })),
      ]) {
        const answer = await open(url);
        expect(answer.status).toBe(400);
        expect(answer.headers['location']).toBeUndefined();
        expect(answer.body).toContain('redirect_uri');
      }
    });

    it('before the client is known', async () => {
      for (const clientId of [
        '',
        'client_nobody',
        `${application.clientId}x`,
        application.id,
        '%00',
        '\ud800',
      ]) {
        const url = authorizeUrl(application).replace(
          application.clientId,
          encodeURI(clientId.toWellFormed()),
        );
        const answer = await open(url);
        expect([clientId, answer.status, answer.headers['location']]).toEqual([clientId, 400, undefined]);
      }
      const twice = await open(`${authorizeUrl(application)}&client_id=${application.clientId}`);
      expect([twice.status, twice.headers['location']]).toEqual([400, undefined]);
    });

    it('from the form', async () => {
      const fields = { ...formOf(await open(authorizeUrl(application))), decision: 'approve' };
      const request = fields['request' as keyof typeof fields] as unknown as string;
      const changed = request.replace('client.example.com', 'evil.example');
      const answer = await sendForm(browser.client, '/oauth/authorize', { ...fields, request: changed });
      expect([answer.status, answer.headers['location']]).toEqual([400, undefined]);
    });
  });

  it.each([
    ['no response_type', { response_type: null }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['two response types', { response_type: 'code token' }, 'unsupported_response_type'],
    ['an invalid scope', { scope: 'read root' }, 'invalid_scope'],
    ['a scope that is not registered', { scope: 'read admin' }, 'invalid_scope'],
    ['a scope in another case', { scope: 'Read' }, 'invalid_scope'],
    ['scopes with commas', { scope: 'read,write' }, 'invalid_scope'],
    ['plain PKCE', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE that does not say which', { code_challenge: 'x'.repeat(43) }, 'invalid_request'],
    ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
    ['an invalid challenge', { code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
    ['a response by fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ])('redirects to the client with %s', async (_what, parameters, error) => {
    const before = await codes();
    const answer = answerOf(await open(authorizeUrl(application, parameters)));
    expect(answer).toMatchObject({ error, state: 'a state', iss: 'http://trestle.test' });
    expect(answer['error_description']).toBeTruthy();
    expect(await codes()).toBe(before);
  });

  it('reports repeated parameters to the client; a repeated state is not returned', async () => {
    for (const name of ['scope', 'response_type', 'code_challenge']) {
      const answer = answerOf(await open(`${authorizeUrl(application, { [name]: 'x' })}&${name}=y`));
      expect(answer).toMatchObject({ error: 'invalid_request', state: 'a state' });
    }
    const twice = answerOf(await open(`${authorizeUrl(application)}&state=other`));
    expect(twice['error']).toBe('invalid_request');
    expect(twice['state']).toBeUndefined();
  });

  it('a public client must use PKCE', async () => {
    const own = await anApplication(organization, { public: true });
    expect(answerOf(await open(authorizeUrl(own)))).toMatchObject({ error: 'invalid_request' });
    const { challenge } = aVerifier();
    const asked = { code_challenge: challenge, code_challenge_method: 'S256' };
    expect((await open(authorizeUrl(own, asked))).status).toBe(200);
  });

  it('returns the state unchanged, 512 unusual bytes of it (O17)', async () => {
    const odd = Array.from(
      { length: 512 },
      (_, at) => `%${((at * 7) % 256).toString(16).padStart(2, '0')}`,
    ).join('');
    const text = `"<>&'=;+%00 \n\r\t\\#?/é漢${'🙂'.repeat(20)}`;
    for (const raw of [
      odd,
      encodeURIComponent(text).replaceAll("'", '%27'),
      'a+b%20c',
      '%zz%',
      '!$()*,;:@/?-._~',
    ]) {
      const url = `${authorizeUrl(application, { state: null })}&state=${raw}`;
      for (const decision of ['approve', 'deny']) {
        const redirect = await decide(browser, url, { decision });
        expect(redirect.headers['location']!.split('&').at(-1)).toBe(`state=${raw}`);
      }
    }
    const none = await decide(browser, authorizeUrl(application, { state: null }));
    expect(none.headers['location']).not.toContain('state=');
  });

  it('rejects an oversized state or URI', async () => {
    const long = answerOf(await open(authorizeUrl(application, { state: 'x'.repeat(2_049) })));
    expect(long['error']).toBe('invalid_request');
    expect(long['state']).toBeUndefined();
    expect((await open(authorizeUrl(application, { other: 'x'.repeat(4_000) }))).status).toBe(400);
  });

  describe('the form', () => {
    const form = async () => ({ ...formOf(await open(authorizeUrl(application))), decision: 'approve' });
    const rejected = async (
      fields: Record<string, string>,
      headers: Record<string, string> = {},
      by = browser,
    ) => {
      const before = await codes();
      const answer = await sendForm(by.client, '/oauth/authorize', fields, { ...HTML, ...headers });
      expect(answer.headers['location']).toBeUndefined();
      expect(await codes()).toBe(before);
      return answer.status;
    };

    it('is valid only with its token, in the session that it was rendered for (O15)', async () => {
      const { formToken, ...rest } = (await form()) as Record<string, string>;
      expect(formToken).toBeTruthy();
      expect(await rejected(rest)).toBe(403);
      expect(await rejected({ ...rest, formToken: `${formToken}x` })).toBe(403);
      const other = await aBrowser(app, organization.owner);
      expect(await rejected({ ...rest, formToken: formToken! }, {}, other)).toBe(403);
      const stranger = await aBrowser(app, await organization.addMember());
      expect(await rejected({ ...rest, formToken: formToken! }, {}, stranger)).toBe(403);
    });

    it('is valid only from our own pages', async () => {
      const fields = await form();
      const site = { 'sec-fetch-site': 'same-site' };
      expect(await rejected(fields, { origin: `http://${organization.slug}.trestle.test` })).toBe(403);
      expect(await rejected(fields, { origin: 'https://evil.example' })).toBe(403);
      expect(await rejected(fields, { origin: 'null' })).toBe(403);
      expect(await rejected(fields, site)).toBe(403);
      const json = await browser.client.request('POST', '/oauth/authorize', fields);
      expect(json.status).toBe(415);
    });

    it('must contain the decision and the organization', async () => {
      const fields = await form();
      expect(await rejected({ ...fields, decision: '' })).toBe(400);
      expect(await rejected({ ...fields, decision: 'maybe' })).toBe(400);
      const foreign = await anOrganization({ app });
      expect(await rejected({ ...fields, organizationId: foreign.id })).toBe(400);
      expect(await rejected({ ...fields, organizationId: '' })).toBe(400);
    });

    it('of an ended session redirects to sign-in, and decides nothing', async () => {
      const fields = await form();
      const before = await codes();
      const answer = await sendForm(new WireClient(app), '/oauth/authorize', fields);
      expect(answer.headers['location']).toMatch(/^\/signin\?continue=%2Foauth%2Fauthorize%3F/);
      expect(await codes()).toBe(before);
    });

    it('is shown again for a former consent: nothing is approved automatically', async () => {
      expect((await decide(browser, authorizeUrl(application))).status).toBe(303);
      expect((await open(authorizeUrl(application))).status).toBe(200);
      expect((await open(authorizeUrl(application, { scope: 'read write' }))).status).toBe(200);
    });
  });

  it('rejects a token, which is not a user at a browser', async () => {
    const answer = await organization.owner.client
      .as({ slug: '' })
      .request('GET', authorizeUrl(application), undefined, HTML);
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toMatch(/^\/signin\?/);
  });

  it('exists at the apex only', async () => {
    const { cookie } = await aSession(organization.owner.userId, { app });
    const client = new WireClient(app, { cookie, slug: organization.slug });
    expect((await client.request('GET', authorizeUrl(application))).status).toBe(404);
    const metadata = await client.request('GET', '/.well-known/oauth-authorization-server');
    expect(metadata.status).toBe(404);
    expect((await sendForm(client, '/oauth/token', { grant_type: 'x' })).status).toBe(404);
  });

  it('a user of several organizations chooses one; the application’s own is first', async () => {
    const other = await anOrganization({ app });
    const { userId } = organization.owner;
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now())`,
      [other.id, userId],
    );
    const page = await open(authorizeUrl(application));
    expect(page.body).toContain('<select id="organizationId" name="organizationId">');
    expect(formOf(page)['organizationId']).toBe(organization.id);
    expect(page.body).toContain(`value="${other.id}"`);
    await app.sql.query('delete from members where organization_id = $1 and user_id = $2', [
      other.id,
      userId,
    ]);
  });

  it('a user of single sign-on can authorize an application for that organization only', async () => {
    const other = await anOrganization({ app });
    const { userId } = await organization.addMember();
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now())`,
      [other.id, userId],
    );
    const signedOn = { app, method: 'saml', signOnOrganizationId: organization.id } as const;
    const { cookie } = await aSession(userId, signedOn);
    const client = new WireClient(app, { cookie });
    const page = await client.request('GET', authorizeUrl(application));
    expect(page.body).not.toContain(other.id);
    const fields = { ...formOf(page), decision: 'approve', organizationId: other.id as string };
    expect((await sendForm(client, '/oauth/authorize', fields, HTML)).status).toBe(400);
  });

  it('names who registered the application, when it is another organization', async () => {
    const stranger = await anOrganization({ app });
    const visitor = await aBrowser(app, stranger.owner);
    const page = await visitor.client.request('GET', authorizeUrl(application));
    expect(page.body).toContain(`Organization ${organization.slug}`);
    expect(page.body).toMatch(/No one has verified who is\s+behind it/);
    expect((await open(authorizeUrl(application))).body).not.toContain('No one has verified');
  });

  it('rejects consent for an organization that the user cannot enter', async () => {
    const member = await organization.addMember();
    const visitor = await aBrowser(app, member);
    const page = await visitor.client.request('GET', authorizeUrl(application));
    await organization.owner.client.mutate('organizations.members.deactivate', { userId: member.userId });
    const answer = await sendForm(
      visitor.client,
      '/oauth/authorize',
      { ...formOf(page), decision: 'approve' },
      HTML,
    );
    expect(answer.status).toBe(403);
    const again = await visitor.client.request('GET', authorizeUrl(application), undefined, HTML);
    expect(again.status).toBe(403);
  });

  it('rejects consent when the user’s second factor is overdue', async () => {
    const strict = await anOrganization({ app });
    const own = await anApplication(strict);
    await app.sql.query(
      `update organizations set two_factor_required_from = now() - interval '1 day' where id = $1`,
      [strict.id],
    );
    const visitor = await aBrowser(app, await strict.addMember());
    const page = await visitor.client.request('GET', authorizeUrl(own));
    const answer = await sendForm(
      visitor.client,
      '/oauth/authorize',
      { ...formOf(page), decision: 'approve' },
      HTML,
    );
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('second_factor_required');
  });
});
