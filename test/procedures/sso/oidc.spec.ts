import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { auditEntries } from '../../support/audit';
import { type WireAnswer, WireClient } from '../../support/client';
import { unusedEmail } from '../../support/factories/invitation.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import type { TestBrowser } from '../../support/openid-provider/browser';
import { OpenIdSignOn } from '../../support/openid-provider/sign-on-world';
import { expectEveryHeader } from '../../support/wire-shape';

let app: TestApp;
const open: OpenIdSignOn[] = [];
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', OUTBOUND_ALLOW: '127.0.0.1' });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ provider }) => provider.close()));
});
afterAll(() => app.close());

async function aSignOn(settings: object = {}): Promise<OpenIdSignOn> {
  const signOn = await OpenIdSignOn.start(app, settings);
  open.push(signOn);
  return signOn;
}

const aPerson = (more: object = {}) => {
  const sub = `sub-${randomBytes(8).toString('hex')}`;
  return { sub, email: unusedEmail(), name: 'Olga Signed-On', ...more };
};

/** A page with the reason, no session, and an entry in the audit log. */
async function expectRefused(
  signOn: OpenIdSignOn,
  browser: TestBrowser,
  answer: WireAnswer,
  status: number,
  reason: string,
): Promise<void> {
  expect([answer.status, /Reason: <code>([^<]*)/.exec(String(answer.body))?.[1]]).toEqual([status, reason]);
  expectEveryHeader(answer.headers);
  expect(browser.cookie('session', signOn.host)).toBeUndefined();
  const [entry] = await auditEntries(signOn.organization, { action: 'auth.signin' });
  expect(entry).toMatchObject({ outcome: 'failure', reason, actor: null, details: { method: 'oidc' } });
}

describe('signing in with OpenID Connect', () => {
  it('creates a member at the first sign-in, recognizes them at the next, and redirects to the target', async () => {
    const signOn = await aSignOn();
    const person = aPerson();
    const browser = signOn.browser();
    const first = await signOn.walk(browser, person, '/api/auth/oidc/login?continue=/boards/1');
    expect([first.status, first.headers['location']]).toEqual([303, '/boards/1']);
    expectEveryHeader(first.headers);
    const { data: me } = await signOn.client(browser).query('auth.me');
    expect(me).toMatchObject({
      email: person.email,
      name: 'Olga Signed-On',
      memberships: [{ organizationId: signOn.organization.id, role: 'member' }],
    });
    expect((await signOn.client(browser).query('workspaces.list')).status).toBe(200);
    const again = signOn.browser();
    expect((await signOn.walk(again, person)).status).toBe(303);
    expect((await signOn.client(again).query('auth.me')).data.id).toBe(me.id);
    const [entry] = await auditEntries(signOn.organization, { action: 'auth.signin' });
    expect(entry).toMatchObject({ outcome: 'success', actor: { id: me.id }, details: { method: 'oidc' } });
    const { rows } = await app.sql.query(
      'select method, organization_id as "of" from sessions where user_id = $1',
      [me.id],
    );
    expect(rows[0]).toEqual({ method: 'oidc', of: signOn.organization.id });
  });

  it('grants roles by groups, and revokes them', async () => {
    const signOn = await aSignOn({
      attributeMapping: { groups: 'groups' },
      groupRoles: { 'trestle-admins': 'admin' },
      defaultRole: 'guest',
    });
    const person = aPerson();
    const roles = [];
    for (const groups of [['others', 'trestle-admins', 7], 'trestle-admins', []]) {
      const browser = signOn.browser();
      await signOn.walk(browser, { ...person, groups });
      const { memberships } = (await signOn.client(browser).query('auth.me')).data;
      roles.push(memberships[0].role);
    }
    expect(roles).toEqual(['admin', 'admin', 'guest']);
  });

  it('rejects a sign-in without the claim of groups, and does not change the role', async () => {
    const signOn = await aSignOn({
      attributeMapping: { groups: 'groups' },
      groupRoles: { 'trestle-admins': 'admin' },
    });
    const person = aPerson();
    const first = signOn.browser();
    await signOn.walk(first, { ...person, groups: ['trestle-admins'] });
    for (const claims of [person, { ...person, groups: null }]) {
      const browser = signOn.browser();
      await expectRefused(signOn, browser, await signOn.walk(browser, claims), 403, 'groups_missing');
      const [entry] = await auditEntries(signOn.organization, { action: 'auth.signin' });
      expect(entry?.details).toMatchObject({ claim: 'groups' });
    }
    const { memberships } = (await signOn.client(first).query('auth.me')).data;
    expect(memberships[0].role).toBe('admin');
  });

  it('requests the scopes that the organization adds', async () => {
    const signOn = await aSignOn({ scopes: ['groups', 'openid', 'urn:example:roles'] });
    const { client } = signOn.organization.owner;
    const scopeOf = async () => {
      const away = await signOn.browser().get(signOn.address('/api/auth/oidc/login'));
      return new URL(away.headers['location']!).searchParams.get('scope');
    };
    expect((await client.query('sso.get')).data.scopes).toEqual(['groups', 'openid', 'urn:example:roles']);
    expect(await scopeOf()).toBe('openid email profile groups urn:example:roles');
    for (const scopes of [['two words'], [''], ['"'], ['a', 'a'], 'groups', Array(21).fill('a')])
      expect((await client.mutate('sso.update', { scopes })).status, JSON.stringify(scopes)).toBe(400);
    expect((await made(client, 'sso.update', { scopes: [] })).scopes).toEqual([]);
    expect(await scopeOf()).toBe('openid email profile');
  });

  it('must be tested again after any change that the test covers', async () => {
    const signOn = await aSignOn({ scopes: ['groups'] });
    const { client } = signOn.organization.owner;
    const { clientSecret } = signOn.provider;
    const tested = async () => {
      await signOn.walk(signOn.browser(), aPerson());
      expect((await client.query('sso.get')).data.testedAt).not.toBeNull();
    };
    const changes = [
      { clientSecret: 'wrong' },
      { scopes: ['groups', 'more'] },
      { attributeMapping: { groups: 'roles' } },
      { attributeMapping: { email: 'mail' } },
    ];
    for (const change of changes) {
      await tested();
      expect((await made(client, 'sso.update', change)).testedAt, JSON.stringify(change)).toBeNull();
      expect((await client.mutate('sso.update', { enforced: true })).status).toBe(400);
      const back = { scopes: ['groups'], attributeMapping: { email: 'email', groups: null }, clientSecret };
      await made(client, 'sso.update', back);
    }
    await tested();
    const same = { clientSecret, scopes: ['groups'], defaultRole: 'guest', enforced: true };
    expect((await made(client, 'sso.update', same)).testedAt).not.toBeNull();
    const enforced = await client.mutate('sso.update', { clientSecret: 'wrong' });
    expect([enforced.status, enforced.data?.issues?.[0]?.path ?? 'enforced']).toEqual([400, 'enforced']);
  });

  it('records the provider’s error message', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    const back = await signOn.leave(browser);
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', `User <b>not</b>\u0000\n assigned ${'x'.repeat(1_000)}`);
    const answer = await browser.get(back.href);
    await expectRefused(signOn, browser, answer, 400, 'provider_refused');
    expect(answer.body).toContain('access_denied');
    expect(answer.body).not.toContain('assigned');
    const [entry] = await auditEntries(signOn.organization, { action: 'auth.signin' });
    const details = entry!.details as Record<string, string>;
    expect(details['error']).toBe('access_denied');
    expect(details['errorDescription']).toMatch(/^User <b>not<\/b> +assigned x+$/);
    expect(details['errorDescription']!.length).toBeLessThanOrEqual(300);
  });

  it('reads e-mail and name from the configured claims', async () => {
    const signOn = await aSignOn({ attributeMapping: { email: 'upn', name: 'shown' } });
    const { sub } = aPerson();
    const upn = unusedEmail();
    const browser = signOn.browser();
    await signOn.walk(browser, { sub, upn, shown: '<b>Olga</b>', email: 'other@example.com' });
    expect((await signOn.client(browser).query('auth.me')).data).toMatchObject({
      email: upn,
      name: '<b>Olga</b>',
    });
    for (const claims of [{ upn: 7 }, { upn: [upn] }, { upn: 'none' }, {}]) {
      const other = signOn.browser();
      const answer = await signOn.walk(other, { sub: aPerson().sub, ...claims });
      await expectRefused(signOn, other, answer, 403, 'email_missing');
    }
  });

  it('is tested without signing in, and can then be enforced', async () => {
    const signOn = await aSignOn();
    const { client } = signOn.organization.owner;
    expect((await client.mutate('sso.update', { enforced: true })).status).toBe(400);
    const { data } = await client.mutate('sso.test');
    const url = new URL(data.url as string);
    expect(url.host).toBe(signOn.host);
    const browser = signOn.browser();
    const answer = await signOn.walk(browser, aPerson(), url.pathname + url.search);
    expect([answer.status, browser.cookie('session', signOn.host)]).toEqual([200, undefined]);
    expect(answer.body).toContain('Single sign-on works');
    expect((await client.mutate('sso.update', { enforced: true })).status).toBe(200);
    const offered = await new WireClient(app, { slug: signOn.organization.slug }).request(
      'GET',
      '/api/auth/providers',
    );
    expect(offered.body).toMatchObject({
      sso: { type: 'oidc', path: '/api/auth/oidc/login', isEnforced: true },
    });
  });

  it('never returns the client secret, and stores it encrypted', async () => {
    const signOn = await aSignOn();
    const { clientSecret } = signOn.provider;
    const { client } = signOn.organization.owner;
    const answers = [
      await client.query('sso.get'),
      await client.mutate('sso.update', { defaultRole: 'guest' }),
    ];
    for (const { status, bytes } of answers) {
      expect(status).toBe(200);
      expect(bytes.toString()).not.toContain(clientSecret);
    }
    const { rows } = await app.sql.query(
      `select to_jsonb(c)::text as text from sso_connections c where organization_id = $1
       union all select coalesce(string_agg(to_jsonb(a)::text, ''), '') from audit_entries a where organization_id = $1
       union all select coalesce(string_agg(to_jsonb(o)::text, ''), '') from outbox o where organization_id = $1`,
      [signOn.organization.id],
    );
    expect(JSON.stringify(rows)).not.toContain(clientSecret);
    expect((await signOn.walk(signOn.browser(), aPerson())).status).toBe(303);
  });
});

describe('rejected OpenID responses', () => {
  const CLAIMS: [string, (claims: Record<string, unknown>) => Record<string, unknown>, number, string][] = [
    ['another nonce', (all) => ({ ...all, nonce: 'another' }), 400, 'token_refused'],
    ['another issuer', (all) => ({ ...all, iss: 'https://evil.example' }), 400, 'token_refused'],
    ['another audience', (all) => ({ ...all, aud: 'another' }), 400, 'token_refused'],
    ['another party', (all) => ({ ...all, azp: 'another' }), 400, 'token_refused'],
    ['an end that is over', (all) => ({ ...all, exp: 1 }), 400, 'token_refused'],
    [
      'an address that is not verified',
      (all) => ({ ...all, email_verified: false }),
      403,
      'email_not_verified',
    ],
    [
      'an address of another domain',
      (all) => ({ ...all, email: 'a@elsewhere.example' }),
      403,
      'domain_not_allowed',
    ],
  ];

  it.each(CLAIMS)('%s', async (_name, claims, status, reason) => {
    const signOn = await aSignOn({ domains: ['example.com'] });
    signOn.provider.misconduct = { claims };
    const browser = signOn.browser();
    await expectRefused(signOn, browser, await signOn.walk(browser, aPerson()), status, reason);
  });

  it('a response in another browser, with another state, and a second time', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    const back = await signOn.leave(browser, aPerson());
    const other = signOn.browser();
    await expectRefused(signOn, other, await other.get(back.href), 400, 'state_mismatch');
    const changed = new URL(back);
    changed.searchParams.set('state', 'another');
    await expectRefused(signOn, browser, await browser.get(changed.href), 400, 'state_mismatch');
    const answers = await Promise.all(Array.from({ length: 6 }, () => browser.get(back.href)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400, 400]);
    const replay = signOn.browser();
    await expectRefused(signOn, replay, await replay.get(back.href), 400, 'state_mismatch');
  });

  it('a response for another organization, also with the cookie of the first', async () => {
    const [mine, theirs] = [await aSignOn(), await aSignOn()];
    const browser = mine.browser();
    const back = await mine.leave(browser, aPerson());
    const thief = theirs.browser();
    for (const name of ['sso-flow', 'sso'])
      thief.setCookie(name, browser.cookie(name, mine.host)!, theirs.host);
    const answer = await thief.get(theirs.address(back.pathname + back.search));
    await expectRefused(theirs, thief, answer, 400, 'state_mismatch');
  });

  it('a code of the previous provider, presented to its replacement', async () => {
    const [signOn, next] = [await aSignOn(), await aSignOn()];
    const browser = signOn.browser();
    const back = await signOn.leave(browser, aPerson());
    const { client } = signOn.organization.owner;
    expect((await client.mutate('sso.update', next.settings)).status).toBe(200);
    next.provider.calls.length = 0;
    const rejected = await browser.get(back.href);
    await expectRefused(signOn, browser, rejected, 401, 'settings_changed');
    expect(next.provider.calls).toEqual([]);
  });

  it('a provider that sends its responses elsewhere, or without end', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    for (const answer of [
      { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
      { text: 'x'.repeat(300_000) },
    ]) {
      signOn.provider.misconduct = { answer: (path) => (path === '/token' ? answer : undefined) };
      await expectRefused(
        signOn,
        browser,
        await signOn.walk(browser, aPerson()),
        400,
        'provider_unreachable',
      );
    }
  });

  it('a user who has an account elsewhere, or is deactivated here', async () => {
    const signOn = await aSignOn();
    const stranger = await anOrganization({ app });
    const browser = signOn.browser();
    const elsewhere = await signOn.walk(browser, aPerson({ email: stranger.owner.email }));
    await expectRefused(signOn, browser, elsewhere, 403, 'account_exists');
    const person = aPerson();
    await signOn.walk(signOn.browser(), person);
    const { rows } = await app.sql.query('select id from users where email = $1', [person.email]);
    const { owner } = signOn.organization;
    const userId = rows[0].id as string;
    expect((await owner.client.mutate('organizations.members.deactivate', { userId })).status).toBe(200);
    await expectRefused(signOn, browser, await signOn.walk(browser, person), 403, 'member_deactivated');
  });

  it('an organization without a connection, with SAML instead, or without the plan', async () => {
    const none = await anOrganization({ app });
    const poor = await anOrganization({ app, plan: 'pro' });
    for (const [organization, status] of [
      [none, 404],
      [poor, 403],
    ] as const) {
      const client = new WireClient(app, { slug: organization.slug });
      for (const path of ['login', 'callback?code=a&state=b']) {
        expect((await client.request('GET', `/api/auth/oidc/${path}`)).status).toBe(status);
      }
    }
    expect((await new WireClient(app).request('GET', '/api/auth/oidc/login')).status).toBe(404);
  });
});

describe('sso.update with an OpenID provider', () => {
  const update = async (signOn: OpenIdSignOn, input: object) => {
    const { status, error } = await signOn.organization.owner.client.mutate('sso.update', input);
    return [status, error?.data.issues?.[0]?.path];
  };

  it.each([
    'http://example.com',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://[::1]/',
    'https://10.0.0.1/',
    'https://trestle.test/',
    'https://acme.trestle.test/',
    'ftp://example.com',
    'https://user:pass@example.com/',
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    'nonsense',
  ])('400: the issuer %s', async (issuer) => {
    expect(await update(await aSignOn(), { issuer })).toEqual([400, 'issuer']);
  });

  it('400: an issuer that does not respond, that is another one, or the address of its metadata', async () => {
    const signOn = await aSignOn();
    const { issuer } = signOn.provider;
    expect(await update(signOn, { issuer: `${issuer}/.well-known/openid-configuration` })).toEqual([
      400,
      'issuer',
    ]);
    expect(await update(signOn, { issuer: `${issuer}?a=b` })).toEqual([400, 'issuer']);
    expect(await update(signOn, { issuer: `${issuer}/other` })).toEqual([400, 'issuer']);
    signOn.provider.misconduct = { answer: () => ({ status: 500 }) };
    expect(await update(signOn, { issuer })).toEqual([400, 'issuer']);
  });

  it('400: required OpenID Connect fields are named when missing', async () => {
    const organization = await anOrganization({ app });
    const { provider } = await aSignOn();
    const { issuer, clientId } = provider;
    for (const [input, path] of [
      [{ type: 'oidc', clientId }, 'issuer'],
      [{ type: 'oidc', issuer }, 'clientId'],
      [{ type: 'oidc', issuer, clientId }, 'clientSecret'],
    ] as const) {
      const { status, error } = await organization.owner.client.mutate('sso.update', input);
      expect([status, error?.data.issues?.[0]?.path]).toEqual([400, path]);
    }
  });
});
