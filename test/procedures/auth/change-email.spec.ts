import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession, anAccount, type TestAccount } from '../../support/factories/account.factory';
import { unusedEmail } from '../../support/factories/invitation.factory';
import { Mailbox } from '../../support/mailbox';
import { PageBrowser, wordsOf } from '../../support/page-browser';

const NAME = 'auth.changeEmail';
const CHANGE = /http:\/\/trestle\.test(\/change-email\?token=[\w.-]+)\r?\n/;
const RESTORE = /http:\/\/trestle\.test(\/restore-email\?token=[\w.-]+)\r?\n/;

describe('auth.changeEmail', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });
  afterEach(() => useClock());

  const emailOf = async ({ userId }: TestAccount) => {
    const { rows } = await app.sql.query<{ email: string }>('select email from users where id = $1', [
      userId,
    ]);
    return rows[0]!.email;
  };
  /** The path of the link in the next mail to the address. */
  const link = async (address: string, pattern: RegExp) => {
    const { text } = await Mailbox.of(app).next(address, pattern);
    return pattern.exec(text)![1]!;
  };
  const request = async (account: TestAccount, email: string) => {
    expect((await account.client.mutate(NAME, { email })).data).toEqual({ success: true });
    return link(email, CHANGE);
  };
  const press = async (browser: PageBrowser, path: string, action: string) =>
    browser.submit(await browser.get(path), action);
  const signIn = async (email: string, password: string) =>
    (await new WireClient(app).request('POST', '/api/auth/signin', { email, password })).status;

  it('200: the account gets the address when the link is confirmed in its session, and not before', async () => {
    const account = await anAccount();
    const email = unusedEmail();
    const path = await request(account, ` ${email} `.trim());
    const browser = new PageBrowser(app, { cookie: account.cookie });
    expect((await browser.get(path)).status).toBe(200);
    expect(await emailOf(account)).toBe(account.email);
    expect((await press(browser, path, '/change-email')).location).toBe(
      '/settings/account?done=email-changed',
    );
    expect((await account.client.query('auth.me')).data).toMatchObject({ email });
    expect([await signIn(account.email, account.password), await signIn(email, account.password)]).toEqual([
      401, 200,
    ]);
    // The link works once: the account no longer has the address that it changes.
    expect((await press(browser, path, '/change-email')).status).toBe(400);
  });

  it('audits the request and the change in the organizations of the user', async () => {
    const account = await anAccount();
    const path = await request(account, unusedEmail());
    await press(new PageBrowser(app, { cookie: account.cookie }), path, '/change-email');
    const { data } = await account.client.query('audit.list', {});
    const actions = (data as { entries: { action: string }[] }).entries.map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['auth.confirmEmailChange', 'auth.changeEmail']);
  });

  it('lets the previous address restore the account, without a session and without its password', async () => {
    const account = await anAccount();
    const email = unusedEmail();
    await press(
      new PageBrowser(app, { cookie: account.cookie }),
      await request(account, email),
      '/change-email',
    );
    const path = await link(account.email, RESTORE);
    const browser = new PageBrowser(app);
    expect((await browser.get(path)).status).toBe(200);
    expect(await emailOf(account)).toBe(email);
    const done = await press(browser, path, '/restore-email');
    expect(done.location).toBe('/signin?done=email-restored');
    expect(await emailOf(account)).toBe(account.email);
    expect((await account.client.query('auth.me')).status).toBe(401);
    expect(await signIn(account.email, account.password)).toBe(401);
    await Mailbox.of(app).next(account.email, /\/reset-password\?token=/);
    expect((await press(browser, path, '/restore-email')).status).toBe(400);
  });

  it('400: after 24 hours, and to restore after seven days', async () => {
    const account = await anAccount();
    const path = await request(account, unusedEmail());
    await press(new PageBrowser(app, { cookie: account.cookie }), path, '/change-email');
    const restore = await link(account.email, RESTORE);
    const next = await request(account, unusedEmail());
    const now = Date.now();
    useClock({ now: () => new Date(now + 25 * 3_600_000) });
    const { cookie } = await aSession(account.userId);
    expect((await press(new PageBrowser(app, { cookie }), next, '/change-email')).status).toBe(400);
    useClock({ now: () => new Date(now + 8 * 86_400_000) });
    const late = await press(new PageBrowser(app), restore, '/restore-email');
    expect([late.status, wordsOf(late).includes('This link is no longer valid')]).toEqual([400, true]);
  });

  it('403: the link in the session of another account, and redirects to sign-in without a session', async () => {
    const account = await anAccount();
    const path = await request(account, unusedEmail());
    const stranger = new PageBrowser(app, { cookie: (await anAccount()).cookie });
    expect((await press(stranger, path, '/change-email')).status).toBe(403);
    expect((await new PageBrowser(app).get(path)).status).toBe(303);
    expect(await emailOf(account)).toBe(account.email);
  });

  it('200: the same response for an address with an account, whose user is mailed that it has one', async () => {
    const [account, holder] = [await anAccount(), await anAccount()];
    const mail = Mailbox.of(app).next(holder.email);
    const { data } = await account.client.mutate(NAME, { email: holder.email.toUpperCase() });
    expect(data).toEqual({ success: true });
    const { subject, text } = await mail;
    expect(subject).toBe('This e-mail address already has an account');
    expect(text).not.toContain('http');
  });

  it('409: an address that got an account after the request; two accounts never share one', async () => {
    const email = unusedEmail();
    const accounts = [await anAccount(), await anAccount()];
    // One after the other: mails of concurrent requests to one address arrive in any order.
    const paths = [await request(accounts[0]!, email), await request(accounts[1]!, email)];
    const results = await Promise.all(
      accounts.map(({ cookie }, index) =>
        press(new PageBrowser(app, { cookie }), paths[index]!, '/change-email'),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([303, 409]);
  });

  it('ends links for a new password that were mailed to the previous address', async () => {
    const account = await anAccount();
    const mail = Mailbox.of(app).next(account.email, /\/reset-password\?token=/);
    await new WireClient(app).request('POST', '/api/auth/forgot-password', { email: account.email });
    const [, token = ''] = /reset-password\?token=([\w-]+)/.exec((await mail).text) ?? [];
    const path = await request(account, unusedEmail());
    await press(new PageBrowser(app, { cookie: account.cookie }), path, '/change-email');
    const input = { token, password: 'a whole new password' };
    expect((await new WireClient(app).request('POST', '/api/auth/reset-password', input)).status).toBe(400);
  });

  it.each([['no address'], [''], ['a@'], [7], [`${'a'.repeat(250)}@x.example`]])(
    '400: %o is no e-mail address',
    async (email) => {
      const { error } = await (await anAccount()).client.mutate(NAME, { email });
      expect(error?.data.issues).toMatchObject([{ path: 'email' }]);
    },
  );

  it('400: the address that the account has, and a wrong password', async () => {
    const account = await anAccount();
    const same = await account.client.mutate(NAME, { email: account.email.toUpperCase() });
    expect(same.error?.data.issues).toMatchObject([{ path: 'email' }]);
    const wrong = await account.client.mutate(NAME, { email: unusedEmail(), password: 'not this one' });
    expect(wrong.error?.data.issues).toMatchObject([{ path: 'password' }]);
  });

  it('requires the password once the sign-in is older than ten minutes', async () => {
    const account = await anAccount();
    const now = Date.now();
    useClock({ now: () => new Date(now + 11 * 60_000) });
    const { error } = await account.client.mutate(NAME, { email: unusedEmail() });
    expect(error?.data).toMatchObject({ code: 'BAD_REQUEST', reason: 'owner_proof_needed' });
    const { password } = account;
    expect((await account.client.mutate(NAME, { email: unusedEmail(), password })).status).toBe(200);
  });

  it('429: after five requests within 15 minutes', async () => {
    const account = await anAccount();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await account.client.mutate(NAME, { email: unusedEmail() })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('403: an account that a directory manages', async () => {
    const { userId, organizationId, client } = await anAccount();
    await app.sql.query(
      'insert into provisioned_accounts (organization_id, user_id, created_at) values ($1, $2, now())',
      [organizationId, userId],
    );
    const { error } = await client.mutate(NAME, { email: unusedEmail() });
    expect(error?.data.code).toBe('FORBIDDEN');
  });

  it('has a form on the page of the profile', async () => {
    const account = await anAccount();
    const browser = new PageBrowser(app, { cookie: account.cookie });
    const email = unusedEmail();
    const sent = await browser.submit(await browser.get('/settings/account'), '/settings/account/email', {
      email,
    });
    expect(sent.location).toBe('/settings/account?done=mailed');
    await link(email, CHANGE);
    const rejected = await browser.submit(await browser.get('/settings/account'), '/settings/account/email', {
      email: 'no address',
    });
    expect([rejected.status, wordsOf(rejected).includes('Must be an e-mail address')]).toEqual([400, true]);
  });
});
