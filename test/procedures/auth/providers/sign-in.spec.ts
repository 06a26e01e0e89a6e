import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireAnswer } from '../../../support/client';
import { APEX, WireClient } from '../../../support/client';
import { anAccount, aSession } from '../../../support/factories/account.factory';
import { unusedEmail } from '../../../support/factories/invitation.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import type { TestBrowser } from '../../../support/openid-provider/browser';
import { type ProviderId, ProviderWorld, TENANT } from '../../../support/openid-provider/provider-world';
import { expectEveryHeader } from '../../../support/wire-shape';

const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad';

let world: ProviderWorld;
beforeAll(async () => {
  world = await ProviderWorld.start();
});
afterAll(() => world?.close());
beforeEach(() => {
  for (const provider of Object.values(world.providers)) provider.misconduct = {};
});

const subject = () => `sub-${randomBytes(8).toString('hex')}`;
const whoIs = async (browser: TestBrowser, host = APEX) => {
  const cookie = `session=${browser.cookie('session', host) ?? ''}`;
  return (await new WireClient(world.app, { cookie, headers: { host } }).query('auth.me')).data;
};

/** A page that explains, and no one signed in. */
function expectRefused(answer: WireAnswer, browser: TestBrowser, status: number, reason: string): void {
  expect([answer.status, /Reason: <code>([^<]*)/.exec(String(answer.body))?.[1]]).toEqual([status, reason]);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expectEveryHeader(answer.headers);
  expect(browser.cookie('session')).toBeUndefined();
}

describe('signing in with a provider', () => {
  const PEOPLE: Record<Exclude<ProviderId, 'github'>, (email: string) => Record<string, unknown>> = {
    google: (email) => ({ sub: subject(), email, email_verified: true, name: 'Ada Lovelace' }),
    microsoft: (email) => ({ sub: subject(), email, xms_edov: true, name: 'Ada Lovelace' }),
    oidc: (email) => ({ sub: subject(), email, email_verified: true, name: 'Ada Lovelace' }),
  };

  describe.each(['google', 'microsoft', 'oidc'] as const)('%s', (name) => {
    it('creates an account, finds it again, and redirects to the target', async () => {
      const email = unusedEmail();
      const person = PEOPLE[name](email);
      const browser = world.browser();
      const first = await world.walk(browser, name, person, { query: '?continue=/boards/1%3Fa=b' });
      expect([first.status, first.headers['location']]).toEqual([303, '/boards/1?a=b']);
      expectEveryHeader(first.headers);
      const account = await whoIs(browser);
      expect(account).toMatchObject({ email, name: 'Ada Lovelace', memberships: [] });
      expect(browser.cookie('signin-flow')).toBeUndefined();
      // The identity is what counts from now on, not the address.
      const again = world.browser();
      await world.walk(again, name, {
        ...person,
        email: unusedEmail(),
        email_verified: false,
        xms_edov: false,
      });
      expect((await whoIs(again)).id).toBe(account.id);
      const { rows } = await world.app.sql.query('select method from sessions where user_id = $1', [
        account.id,
      ]);
      expect(rows).toEqual([{ method: 'provider' }, { method: 'provider' }]);
    });

    it('403: an address that the provider has not verified, or no address', async () => {
      const unverified = { ...PEOPLE[name](unusedEmail()), email_verified: false, xms_edov: undefined };
      const browser = world.browser();
      expectRefused(await world.walk(browser, name, unverified), browser, 403, 'email_not_verified');
      const sub = subject();
      const none = { sub, preferred_username: unusedEmail() };
      world.providers[name].misconduct = { userinfo: { sub } };
      expectRefused(await world.walk(browser, name, none), browser, 403, 'email_missing');
    });
  });

  it('github: by its id and its primary verified address', async () => {
    const { github } = world.providers;
    const email = unusedEmail();
    const id = Number.parseInt(randomBytes(5).toString('hex'), 16);
    github.githubUser = { id, login: 'ada', name: null };
    github.githubEmails = [
      { email: 'other@example.com', primary: false, verified: true },
      { email, primary: true, verified: true },
    ];
    const browser = world.browser();
    const answer = await world.walk(browser, 'github');
    expect([answer.status, answer.headers['location']]).toEqual([303, '/']);
    const account = await whoIs(browser);
    expect(account).toMatchObject({ email, name: 'ada' });
    github.githubUser = { id, login: 'another-user' };
    github.githubEmails = [];
    const again = world.browser();
    await world.walk(again, 'github');
    expect((await whoIs(again)).id).toBe(account.id);
    github.githubUser = { id: id + 1, login: 'ada' };
    github.githubEmails = [
      { email, primary: true, verified: false },
      { email, primary: false, verified: true },
    ];
    const thief = world.browser();
    expectRefused(await world.walk(thief, 'github'), thief, 403, 'email_not_verified');
    github.githubUser = { id: '7' };
    expectRefused(await world.walk(thief, 'github'), thief, 400, 'provider_unreachable');
  });

  it('microsoft: `email` alone verifies nothing, unless Microsoft itself owns the account', async () => {
    const account = await anAccount({ app: world.app });
    const browser = world.browser();
    const claims = { sub: subject(), email: account.email, email_verified: true };
    expectRefused(await world.walk(browser, 'microsoft', claims), browser, 403, 'email_not_verified');
    const own = { iss: `https://login.microsoftonline.com/${CONSUMERS}/v2.0`, tid: CONSUMERS };
    expect((await world.walk(browser, 'microsoft', { ...claims, ...own })).status).toBe(303);
    expect((await whoIs(browser)).id).toBe(account.userId);
  });

  it('microsoft: the issuer is the tenant’s, and users of two tenants are different users', async () => {
    const browser = world.browser();
    const claims = { sub: subject(), email: unusedEmail(), xms_edov: '1' };
    const mixed = { ...claims, tid: CONSUMERS, iss: `https://login.microsoftonline.com/${TENANT}/v2.0` };
    expectRefused(await world.walk(browser, 'microsoft', mixed), browser, 400, 'token_refused');
    await world.walk(browser, 'microsoft', claims);
    const first = await whoIs(browser);
    const other = world.browser();
    const tid = '99999999-2222-3333-4444-555555555555';
    const iss = `https://login.microsoftonline.com/${tid}/v2.0`;
    await world.walk(other, 'microsoft', { ...claims, tid, iss, email: unusedEmail() });
    expect((await whoIs(other)).id).not.toBe(first.id);
  });

  it('provider names of any kind become account names', async () => {
    for (const [given, kept] of [
      [undefined, /^new-[0-9a-f]{16}$/],
      ['  \u0000\u0007 ', /^new-[0-9a-f]{16}$/],
      ['<b>Ada</b>\n', /^<b>Ada<\/b>$/],
      ['x'.repeat(500), /^x{100}$/],
      [{ first: 'Ada' }, /^new-[0-9a-f]{16}$/],
    ] as const) {
      const browser = world.browser();
      const person = { sub: subject(), email: unusedEmail(), email_verified: true, name: given };
      expect((await world.walk(browser, 'oidc', person)).status).toBe(303);
      expect((await whoIs(browser)).name).toMatch(kept);
    }
  });

  it('returns to the organization’s host where it began, through the apex', async () => {
    const account = await anAccount({ app: world.app });
    const host = `${account.slug}.${APEX}`;
    const browser = world.browser();
    const person = { sub: subject(), email: account.email, email_verified: true };
    const back = await world.leave(browser, 'google', person, { host, query: '?continue=/x' });
    expect(back.host).toBe(APEX);
    const relayed = await browser.get(back.href);
    expect(relayed.status).toBe(303);
    const onward = new URL(relayed.headers['location']!);
    expect([onward.host, onward.pathname]).toEqual([host, '/api/auth/oauth/google/callback']);
    const done = await browser.get(onward.href);
    expect([done.status, done.headers['location']]).toEqual([303, '/x']);
    expect((await whoIs(browser, host)).id).toBe(account.userId);
    expect(browser.cookie('session')).toBeUndefined();
    const { rows } = await world.app.sql.query(
      `select action, outcome, details from audit_entries where organization_id = $1 and action = 'auth.signin'`,
      [account.organizationId],
    );
    expect(rows).toEqual([{ action: 'auth.signin', outcome: 'success', details: { method: 'provider' } }]);
  });

  it('records rejected users in the organization’s audit log, and nothing of accounts elsewhere', async () => {
    const account = await anAccount({ app: world.app });
    const elsewhere = await anAccount({ app: world.app });
    const host = `${account.slug}.${APEX}`;
    for (const { email } of [account, elsewhere]) {
      const browser = world.browser();
      const person = { sub: subject(), email, email_verified: false };
      const relayed = await world.walk(browser, 'google', person, { host });
      const rejected = await browser.get(relayed.headers['location']!);
      expectRefused(rejected, browser, 403, 'email_not_verified');
    }
    const { rows } = await world.app.sql.query(
      `select outcome, reason, actor_id as actor, details from audit_entries
       where organization_id = any ($1) order by id`,
      [[account.organizationId, elsewhere.organizationId]],
    );
    const entry = { outcome: 'failure', reason: 'email_not_verified', actor: null };
    expect(rows).toEqual(
      [account, elsewhere].map(({ email }) => ({
        ...entry,
        details: { method: 'provider', provider: 'google', email },
      })),
    );
  });

  it('redirects to hosts of this service only', async () => {
    const { slug } = await anOrganization({ app: world.app });
    const browser = world.browser();
    for (const wrong of [
      'evil.example',
      `${slug}.evil.example`,
      '../..',
      `${slug}@evil`,
      'no-such-slug',
      '',
    ]) {
      const query = new URLSearchParams({ code: 'x', state: `abc.${wrong}` }).toString();
      const answer = await browser.get(`/api/auth/oauth/google/callback?${query}`);
      expectRefused(answer, browser, 400, 'state_mismatch');
    }
  });

  it('404: a provider that is not configured, and an unknown organization', async () => {
    const browser = world.browser();
    for (const path of ['facebook/login', 'constructor/login', 'facebook/callback?state=a.b', '%00/login']) {
      expect((await browser.get(`/api/auth/oauth/${path}`)).status).toBeGreaterThanOrEqual(400);
      expect((await browser.get(`/api/auth/oauth/${path}`)).status).toBeLessThan(500);
    }
    expect((await browser.get('/api/auth/oauth/facebook/login')).status).toBe(404);
    expect((await browser.get(`http://unknown.${APEX}/api/auth/oauth/google/login`)).status).toBe(404);
  });

  it('the target can be an application’s request with a long state, in a cookie that browsers keep', async () => {
    const way = `/oauth/authorize?state=${'x'.repeat(2_077)}`;
    const query = `?continue=${encodeURIComponent(way)}&invitation=${'i'.repeat(200)}`;
    const { slug } = await anOrganization({ app: world.app });
    const host = `${slug}.${APEX}`;
    const browser = world.browser();
    await world.leave(browser, 'microsoft', {}, { host, query });
    const attributes = '__Host-; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure';
    const cookie = `signin-flow=${browser.cookie('signin-flow', host)}${attributes}`;
    expect(cookie.length).toBeLessThan(4_096);
    const person = { sub: subject(), email: unusedEmail(), email_verified: true };
    const done = await world.walk(browser, 'oidc', person, { query: `?continue=${encodeURIComponent(way)}` });
    expect(done.headers['location']).toBe(way);
    const longer = `?continue=${encodeURIComponent(`${way}${'x'.repeat(1_500)}`)}`;
    const lost = await world.walk(browser, 'oidc', person, { query: longer });
    expect(lost.headers['location']).toBe('/');
  });

  it('the target cannot be another site', async () => {
    for (const evil of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '%0d%0aSet-Cookie:x',
      'x'.repeat(5_000),
    ]) {
      const browser = world.browser();
      const person = { sub: subject(), email: unusedEmail(), email_verified: true };
      const answer = await world.walk(browser, 'oidc', person, {
        query: `?continue=${evil.startsWith('%') ? evil : encodeURIComponent(evil)}`,
      });
      expect([answer.status, answer.headers['location']]).toEqual([303, '/']);
    }
  });
});

describe('an unexpected provider response', () => {
  const person = () => ({ sub: subject(), email: unusedEmail(), email_verified: true });

  it('400: in another browser, with another state, or without one', async () => {
    const browser = world.browser();
    const back = await world.leave(browser, 'oidc', person());
    const other = world.browser();
    expectRefused(await other.get(back.href), other, 400, 'state_mismatch');
    const { oidc } = world.providers;
    oidc.calls.length = 0;
    for (const change of [
      (query: URLSearchParams) => query.set('state', 'another'),
      (query: URLSearchParams) => query.delete('state'),
      (query: URLSearchParams) => query.append('state', query.get('state')!),
    ]) {
      const url = new URL(back);
      change(url.searchParams);
      expectRefused(await browser.get(url.href), browser, 400, 'state_mismatch');
    }
    expect(oidc.calls).toEqual([]);
    expect((await browser.get(back.href)).status).toBe(303);
  });

  it('400: a second time, in sequence or concurrently, also with the cookie of the first', async () => {
    const browser = world.browser();
    const back = await world.leave(browser, 'oidc', person());
    const cookie = browser.cookie('signin-flow')!;
    expect((await browser.get(back.href)).status).toBe(303);
    const thief = world.browser();
    thief.setCookie('signin-flow', cookie);
    expectRefused(await thief.get(back.href), thief, 400, 'state_used');
    const next = await world.leave(browser, 'oidc', person());
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.get(next.href)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(400)]);
  });

  it('400: from another provider than the one that was used', async () => {
    const browser = world.browser();
    const back = await world.leave(browser, 'oidc', person());
    const url = new URL(back.href.replace('/oidc/', '/google/'));
    expectRefused(await browser.get(url.href), browser, 400, 'state_mismatch');
  });

  it('400: with a cookie that was invented, moved, or truncated', async () => {
    const browser = world.browser();
    const back = await world.leave(browser, 'oidc', person());
    const cookie = browser.cookie('signin-flow')!;
    for (const forged of ['', 'x', 'v1.a.b', cookie.slice(0, -4), `${cookie}A`, cookie.replace('v1', 'v2')]) {
      const thief = world.browser();
      thief.setCookie('signin-flow', forged);
      expectRefused(await thief.get(back.href), thief, 400, 'state_mismatch');
    }
    const mover = world.browser();
    mover.setCookie('signin-code', cookie);
    const answer = await mover.get('/api/auth/oauth/code');
    expectRefused(answer, mover, 400, 'code_step_missing');
  });

  it('400: an error of the provider, whose message is not shown', async () => {
    const browser = world.browser();
    const back = await world.leave(browser, 'oidc', person());
    back.searchParams.delete('code');
    back.searchParams.set('error', '<script>');
    back.searchParams.set('error_description', '<script>alert(1)</script>');
    const answer = await browser.get(back.href);
    expectRefused(answer, browser, 400, 'provider_refused');
    expect(String(answer.body)).not.toContain('<script');
  });

  it('400: a forged or foreign ID token, an unknown code, a broken provider', async () => {
    const { oidc } = world.providers;
    const browser = world.browser();
    oidc.misconduct = { claims: (all) => ({ ...all, nonce: 'another' }) };
    expectRefused(await world.walk(browser, 'oidc', person()), browser, 400, 'token_refused');
    oidc.misconduct = {
      answer: (path) =>
        path === '/token' ? { status: 302, headers: { location: 'http://127.0.0.1:1/' } } : undefined,
    };
    expectRefused(await world.walk(browser, 'oidc', person()), browser, 400, 'provider_unreachable');
    oidc.misconduct = {};
    const back = await world.leave(browser, 'oidc', person());
    back.searchParams.set('code', 'made-up');
    expectRefused(await browser.get(back.href), browser, 400, 'code_refused');
  });

  it('stores nothing: beginning a sign-in writes no row', async () => {
    const count = async () => (await world.app.sql.query('select from used_login_flows')).rowCount;
    const before = await count();
    await world.leave(world.browser(), 'oidc');
    expect(await count()).toBe(before);
  });
});

describe('existing accounts', () => {
  it('keep their password when their address was confirmed before', async () => {
    const account = await anAccount({ app: world.app });
    await world.app.sql.query('update users set email_confirmed_at = now() where id = $1', [account.userId]);
    const browser = world.browser();
    const person = { sub: subject(), email: account.email.toUpperCase(), email_verified: true };
    expect((await world.walk(browser, 'google', person)).status).toBe(303);
    expect((await whoIs(browser)).id).toBe(account.userId);
    expect((await account.client.query('auth.me')).status).toBe(200);
    const body = { email: account.email, password: account.password };
    expect((await new WireClient(world.app).request('POST', '/api/auth/signin', body)).status).toBe(200);
  });

  it('lose password, sessions and tokens when the address was never confirmed: an attacker may have registered it', async () => {
    const account = await anAccount({ app: world.app });
    const { body: token } = await account.client.request('POST', '/api/auth/tokens', {
      name: 'planted',
      scopes: ['read'],
    });
    const planted = new WireClient(world.app, token as { token: string });
    expect((await planted.query('auth.me')).status).toBe(200);
    const browser = world.browser();
    const person = { sub: subject(), email: account.email, email_verified: true };
    expect((await world.walk(browser, 'google', person)).status).toBe(303);
    expect((await whoIs(browser)).id).toBe(account.userId);
    expect((await account.client.query('auth.me')).status).toBe(401);
    expect((await planted.query('auth.me')).status).toBe(401);
    const body = { email: account.email, password: account.password };
    expect((await new WireClient(world.app).request('POST', '/api/auth/signin', body)).status).toBe(401);
    // Once only.
    const { cookie } = await aSession(account.userId, { app: world.app });
    await world.walk(world.browser(), 'oidc', person);
    expect((await new WireClient(world.app, { cookie }).query('auth.me')).status).toBe(200);
  });
});
