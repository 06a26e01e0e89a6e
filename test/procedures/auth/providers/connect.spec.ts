import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../../src/kernel/clock';
import { APEX, WireClient } from '../../../support/client';
import { anAccount, aSession, type TestAccount } from '../../../support/factories/account.factory';
import { unusedEmail } from '../../../support/factories/invitation.factory';
import type { TestBrowser } from '../../../support/openid-provider/browser';
import { ProviderWorld } from '../../../support/openid-provider/provider-world';
import { formsOf } from '../../../support/page-browser';

const PAGE = '/settings/account/providers';
const CONNECTED = `${PAGE}?done=connected`;

describe('connecting a sign-in provider while signed in', () => {
  let world: ProviderWorld;
  beforeAll(async () => {
    world = await ProviderWorld.start();
  });
  afterAll(() => world?.close());
  afterEach(() => useClock());

  const anOwner = async (): Promise<TestAccount> => {
    const account = await anAccount({ app: world.app });
    await world.app.sql.query('update users set email_confirmed_at = now() where id = $1', [account.userId]);
    return account;
  };
  const unconfirm = ({ userId }: TestAccount) =>
    world.app.sql.query('update users set email_confirmed_at = null where id = $1', [userId]);
  /** At the provider, the user has another address, which the provider has not verified. */
  const someone = () => ({
    sub: `sub-${randomBytes(8).toString('hex')}`,
    email: unusedEmail(),
    email_verified: false,
  });
  const signedIn = (cookie: string): TestBrowser => {
    const browser = world.browser();
    browser.setCookie('session', cookie.slice('session='.length));
    return browser;
  };
  const browserOf = ({ cookie }: TestAccount) => signedIn(cookie);
  const formToken = async (browser: TestBrowser) =>
    formsOf({ text: String((await browser.get(PAGE)).body) })[0]!.fields['formToken']!;
  const submit = async (browser: TestBrowser, fields: Record<string, string> = {}) =>
    browser.submit(PAGE, {
      act: 'connect',
      provider: 'google',
      formToken: await formToken(browser),
      ...fields,
    });
  /** Submits the form and goes to the provider; returns the address that the provider sends the browser back to. */
  const leave = async (browser: TestBrowser, claims: Record<string, unknown>): Promise<string> => {
    const { status, headers } = await submit(browser);
    expect(status).toBe(303);
    return (await world.providers.google.comeBack(headers['location']!, claims)).href;
  };
  const reasonOf = ({ body }: { body: unknown }) => /Reason: <code>([^<]*)/.exec(String(body))?.[1];
  const providersOf = async ({ cookie }: TestAccount) => {
    const { data } = await new WireClient(world.app, { cookie }).query('auth.identities.list');
    return (data.identities as { provider: string }[]).map(({ provider }) => provider);
  };

  it('stores the identity with any address: mail, audit entry, and it can sign in from then on', async () => {
    const account = await anOwner();
    const browser = browserOf(account);
    const shown = String((await browser.get(PAGE)).body);
    expect(shown).toContain('Connect Google');
    const claims = someone();
    const back = await browser.get(await leave(browser, claims));
    expect([back.status, back.headers['location']]).toEqual([303, CONNECTED]);
    expect(await providersOf(account)).toEqual(['google']);
    const after = String((await browser.get(CONNECTED)).body);
    expect(after).toContain('Connected. You can sign in with the provider from now on.');
    expect(after).not.toContain('Connect Google');
    expect(after).toContain('Disconnect Google');
    const { rows } = await world.app.sql.query<{ notice: string }>(
      `select job.payload->>'notice' as notice from graphile_worker._private_jobs job
       where job.payload->>'userId' = $1`,
      [account.userId],
    );
    expect(rows).toEqual([{ notice: 'provider-connected' }]);
    const { entries } = (await account.client.query('audit.list', { action: 'auth.identities.connect' }))
      .data;
    expect(entries).toMatchObject([{ outcome: 'success', details: { provider: 'google' } }]);
    const other = world.browser();
    await world.walk(other, 'google', claims);
    const cookie = `session=${other.cookie('session', APEX)}`;
    expect((await new WireClient(world.app, { cookie }).query('auth.me')).data.id).toBe(account.userId);
  });

  it('allows the page’s form to lead to the provider', async () => {
    const { headers } = await browserOf(await anOwner()).get(PAGE);
    expect(headers['content-security-policy']).not.toContain('form-action');
  });

  it('409: an identity of another account, which is not changed', async () => {
    const [first, second] = [await anOwner(), await anOwner()];
    const claims = someone();
    const owner = browserOf(first);
    await owner.get(await leave(owner, claims));
    const browser = browserOf(second);
    const back = await browser.get(await leave(browser, claims));
    expect([back.status, reasonOf(back)]).toEqual([409, 'identity_taken']);
    expect([await providersOf(first), await providersOf(second)]).toEqual([['google'], []]);
    const { entries } = (await second.client.query('audit.list', { action: 'auth.identities.connect' })).data;
    expect(entries).toMatchObject([{ outcome: 'failure', reason: 'identity_taken' }]);
  });

  it('409: one of two accounts that connect the same identity at the same time', async () => {
    const accounts = [await anOwner(), await anOwner()];
    const claims = someone();
    const ways = [];
    for (const account of accounts) {
      const browser = browserOf(account);
      ways.push({ browser, href: await leave(browser, claims) });
    }
    const answers = await Promise.all(ways.map(({ browser, href }) => browser.get(href)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  });

  it('400: when the callback has another session than the one that began, or none', async () => {
    const [account, other] = [await anOwner(), await anOwner()];
    for (const cookie of [other.cookie, 'session=']) {
      const browser = browserOf(account);
      const href = await leave(browser, someone());
      browser.setCookie('session', cookie.slice('session='.length));
      const back = await browser.get(href);
      expect([back.status, reasonOf(back)]).toEqual([400, 'session_changed']);
    }
    expect([await providersOf(account), await providersOf(other)]).toEqual([[], []]);
  });

  it('400: the callback twice, and in another browser', async () => {
    const account = await anOwner();
    const browser = browserOf(account);
    const href = await leave(browser, someone());
    const elsewhere = await browserOf(account).get(href);
    expect([elsewhere.status, reasonOf(elsewhere)]).toEqual([400, 'state_mismatch']);
    const flow = browser.cookie('signin-flow')!;
    expect((await browser.get(href)).status).toBe(303);
    browser.setCookie('signin-flow', flow);
    const again = await browser.get(href);
    expect([again.status, reasonOf(again)]).toEqual([400, 'state_used']);
  });

  it('400: ten minutes after sign-in, without the password or with a wrong one', async () => {
    const account = await anOwner();
    const later = new Date(Date.now() + 10 * 60_000);
    useClock({ now: () => later });
    const browser = browserOf(account);
    const asked = await submit(browser);
    expect(asked.status).toBe(400);
    expect(String(asked.body)).toContain('<a href="#google-password">Your password</a>');
    expect((await submit(browser, { password: 'not the password' })).status).toBe(400);
    expect((await submit(browser, { password: 'x'.repeat(2_000) })).status).toBe(400);
    expect((await submit(browser, { password: account.password })).status).toBe(303);
  });

  it('403: a session of an organization’s single sign-on', async () => {
    const account = await anOwner();
    const { cookie } = await aSession(account.userId, {
      app: world.app,
      method: 'saml',
      signOnOrganizationId: account.organizationId,
    });
    const browser = signedIn(cookie);
    const rejected = await submit(browser, { password: account.password });
    expect(rejected.status).toBe(403);
    expect(browser.cookie('signin-flow')).toBeUndefined();
  });

  it('403: an account whose address is not confirmed, before the browser leaves', async () => {
    const account = await anOwner();
    const browser = browserOf(account);
    const shown = await browser.get(PAGE);
    expect(String(shown.body)).not.toContain('Confirm your e-mail address');
    const token = await formToken(browser);
    await unconfirm(account);
    const page = String((await browser.get(PAGE)).body);
    expect(page).toContain('Confirm your e-mail address first');
    expect(page).toContain('href="/forgot-password"');
    expect(page).not.toContain('Connect Google');
    const sent = await browser.submit(PAGE, { act: 'connect', provider: 'google', formToken: token });
    expect([sent.status, sent.headers['location']]).toEqual([403, undefined]);
    expect(browser.cookie('signin-flow')).toBeUndefined();
  });

  it('403: an account whose address is no longer confirmed at the callback', async () => {
    const account = await anOwner();
    const browser = browserOf(account);
    const callback = await leave(browser, someone());
    await unconfirm(account);
    const back = await browser.get(callback);
    expect([back.status, reasonOf(back)]).toEqual([403, 'email_not_confirmed']);
    expect(await providersOf(account)).toEqual([]);
  });

  it('403: a provider that the account has disconnected, until it is restored', async () => {
    const account = await anOwner();
    const browser = browserOf(account);
    await browser.get(await leave(browser, someone()));
    const href = await leave(browser, someone());
    expect((await account.client.mutate('auth.identities.remove', { provider: 'google' })).status).toBe(200);
    const back = await browser.get(href);
    expect([back.status, reasonOf(back)]).toEqual([403, 'provider_disconnected']);
  });

  it('403: the form of another session, and of another site', async () => {
    const browser = browserOf(await anOwner());
    const foreign = await formToken(browserOf(await anOwner()));
    expect((await submit(browser, { formToken: foreign })).status).toBe(403);
    expect(browser.cookie('signin-flow')).toBeUndefined();
  });

  it('404: a provider that is not configured', async () => {
    const browser = browserOf(await anOwner());
    expect((await submit(browser, { provider: 'facebook' })).status).toBe(404);
  });
});
