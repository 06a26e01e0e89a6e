import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../src/kernel/clock';
import { listen, startApp, type TestApp } from '../support/app';
import { type OpenedBrowser, openChromium, TIMEOUT_MS } from '../support/chromium';
import { Authenticator } from '../support/authenticator';
import { anInvitation, unusedEmail } from '../support/factories/invitation.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { Mailbox } from '../support/mailbox';

const APEX = 'http://trestle.test';
const PASSWORD = 'correct horse battery';

describe('the pages in a browser without scripts', () => {
  let app: TestApp;
  let opened: OpenedBrowser;
  let context: BrowserContext;
  let page: Page;
  /** What the browser found wrong. */
  let complaints: string[];

  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: APEX });
    const here = `127.0.0.1:${await listen(app)}`;
    opened = await openChromium(APEX, [`MAP trestle.test ${here}`, `MAP *.trestle.test ${here}`]);
  }, 120_000);
  afterAll(async () => {
    await opened.browser?.close();
    await app.close();
  });

  beforeEach(async ({ skip }) => {
    const { browser, missing } = opened;
    if (missing !== null) return skip(missing);
    context = await browser.newContext({ javaScriptEnabled: false });
    context.setDefaultTimeout(TIMEOUT_MS);
    complaints = [];
    page = await context.newPage();
    // A rejected form returns a 4xx, which the browser logs; that is expected.
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(APEX) && !request.url().startsWith('data:'))
        complaints.push(request.url());
    });
  });
  afterEach(async () => {
    useClock();
    if (opened.missing !== null) return;
    await context.close();
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  });

  const heading = () => page.locator('h1').innerText();
  const at = (path: string) => page.waitForURL(`${APEX}${path}`, { timeout: TIMEOUT_MS });
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).fill(value);
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const linkIn = (text: string) => /http:\/\/trestle\.test\S+/.exec(text)![0];

  async function register(): Promise<{ email: string }> {
    const email = unusedEmail();
    await page.goto(`${APEX}/register`);
    await fill({
      'Your name': 'Ada Lovelace',
      'E-mail address': email,
      Password: PASSWORD,
      'Name of your organization': 'Engines',
    });
    await press('Create account');
    await at('/');
    return { email };
  }

  async function signIn(email: string, password = PASSWORD): Promise<void> {
    await fill({ 'E-mail address': email, Password: password });
    await press('Sign in');
  }

  it('a user creates an account, signs out, and signs in with the keyboard only', async () => {
    const { email } = await register();
    expect(await heading()).toBe('Hello, Ada Lovelace');
    await press('Sign out');
    await at('/signin?done=signed-out');
    await page.goto(`${APEX}/signin?continue=/settings/account`);
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('name')).toBe('email');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    expect(await focused.getAttribute('name')).toBe('password');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.title()).toMatch(/^Error: Sign in/);
    // The summary of what is wrong has the focus; what follows it is the form.
    expect(await focused.getAttribute('role')).toBe('alert');
    await page.keyboard.press('Tab');
    expect(await focused.getAttribute('name')).toBe('email');
    expect(await focused.inputValue()).toBe(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    expect(await focused.innerText()).toBe('Sign in');
    expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
    await page.keyboard.press('Enter');
    await at('/settings/account');
    await page.keyboard.press('Tab');
    expect(await focused.innerText()).toBe('Skip to the content');
  });

  it('a second factor is set up, and required for sign-in', async () => {
    // A code is good for a minute or so, however long this takes.
    const now = new Date();
    useClock({ now: () => now });
    const { email } = await register();
    await page.goto(`${APEX}/settings/account/two-factor`);
    await press('Set up');
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    const secret = await page.locator('main code').first().innerText();
    const authenticator = new Authenticator(secret.replaceAll(' ', ''));
    await fill({ Code: authenticator.code(now.getTime()) });
    await press('Turn on');
    await page.getByRole('link', { name: 'I have saved the codes' }).waitFor();
    const codes = await page.locator('ul.codes code').allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.goto(`${APEX}/signout`);
    await press('Sign out');
    await at('/signin?done=signed-out');
    await signIn(email);
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await fill({ Code: '000000' });
    await press('Sign in');
    await page.getByRole('alert').waitFor();
    await fill({ Code: codes[3]! });
    await press('Sign in');
    await at('/');
  });

  it('a forgotten password is replaced through the link of a mail', async () => {
    const { email } = await register();
    await context.clearCookies();
    await page.goto(`${APEX}/signin`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    const mail = Mailbox.of(app).next(email);
    await fill({ 'E-mail address': email });
    await press('Send the link');
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    await page.goto(linkIn((await mail).text));
    await fill({ 'New password': 'password1' });
    await press('Change password');
    await page.getByRole('alert').getByRole('link', { name: 'New password' }).click();
    expect(await page.locator(':focus').getAttribute('name')).toBe('password');
    await fill({ 'New password': 'another horse battery' });
    await press('Change password');
    await at('/signin?done=password-reset');
    await signIn(email, 'another horse battery');
    await at('/');
  });

  it('an invited user with an account joins with it', async () => {
    const organization = await anOrganization({ app });
    const { email } = await register();
    const invitation = await anInvitation(organization, { email });
    const link = `${APEX}/invite?token=${await invitation.nextToken()}`;
    await context.clearCookies();
    await page.goto(link);
    await page.getByRole('link', { name: 'Sign in to accept' }).click();
    await signIn(email);
    await page.waitForURL(link);
    await press('Join');
    await at('/');
    await page.getByRole('link', { name: organization.slug, exact: true }).waitFor();
  });

  it('a sign-in provider is disconnected, with the password some time after signing in', async () => {
    const { email } = await register();
    await app.sql.query(
      `insert into identities (provider, issuer, subject, user_id, created_at, last_used_at)
       select 'github', 'https://github.com/login/oauth', id, id, now(), now() from users where email = $1`,
      [email],
    );
    const later = new Date(Date.now() + 3_600_000);
    useClock({ now: () => later });
    await page.goto(`${APEX}/settings/account/providers`);
    await press('Disconnect github');
    const focused = page.locator(':focus');
    await page.getByRole('alert').waitFor();
    expect(await focused.getAttribute('role')).toBe('alert');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await focused.getAttribute('name')).toBe('password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await at('/settings/account/providers?done=removed');
    await press('Reconnect github');
    await page.getByRole('alert').waitFor();
    await fill({ 'Your password': PASSWORD });
    await press('Reconnect github');
    await at('/settings/account/providers?done=restored');
  });

  it('other sessions are revoked, and the password is changed', async () => {
    const { email } = await register();
    const elsewhere = await opened.browser!.newContext({ javaScriptEnabled: false });
    elsewhere.setDefaultTimeout(TIMEOUT_MS);
    try {
      const other = await elsewhere.newPage();
      await other.goto(`${APEX}/signin`);
      await other.getByLabel('E-mail address').fill(email);
      await other.getByLabel('Password').fill(PASSWORD);
      await other.getByRole('button', { name: 'Sign in' }).click();
      await other.waitForURL(`${APEX}/`);
      await page.goto(`${APEX}/settings/account/sessions`);
      await page.getByRole('button', { name: /^End the session started/ }).click();
      await at('/settings/account/sessions?done=ended');
      await other.goto(`${APEX}/settings/account`);
      expect(new URL(other.url()).pathname).toBe('/signin');
    } finally {
      await elsewhere.close();
    }
    await page.getByRole('link', { name: 'Password', exact: true }).click();
    await fill({ 'Current password': PASSWORD, 'New password': 'another horse battery' });
    await press('Change password');
    await at('/settings/account/password?done=changed');
  });
});
