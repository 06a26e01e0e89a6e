import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, startApp, type TestApp } from '../support/app';
import { type OpenedBrowser, openChromium, PATIENCE_MS } from '../support/chromium';
import { WireClient } from '../support/client';
import { anAccount, type TestAccount } from '../support/factories/account.factory';
import { anOrganization } from '../support/factories/organization.factory';
import {
  anApplication,
  authorizeUrl,
  redeem,
  type TestApplication,
  type TokenAnswer,
} from '../support/oauth';

const APEX = 'http://trestle.test';

describe('an application asks a person, in a browser without scripts', () => {
  let app: TestApp;
  /** The application: it answers whatever comes back to it. */
  let client: Server;
  let opened: OpenedBrowser;
  let context: BrowserContext;
  let page: Page;
  let account: TestAccount;
  let application: TestApplication;
  /** What the browser found wrong. */
  let complaints: string[];

  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: APEX });
    client = createServer((_request, response) => response.end('<h1>Welcome back</h1>')).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => client.once('listening', resolve));
    const { port } = client.address() as AddressInfo;
    account = await anAccount({ app });
    application = await anApplication(
      { owner: account },
      { redirectUris: [`http://localhost:${port}/callback`] },
    );
    const here = `127.0.0.1:${await listen(app)}`;
    opened = await openChromium(APEX, [`MAP trestle.test ${here}`, `MAP localhost 127.0.0.1`]);
  }, 120_000);
  afterAll(async () => {
    await opened.browser?.close();
    client?.close();
    await app.close();
  });

  beforeEach(async ({ skip }) => {
    const { browser, missing } = opened;
    if (missing !== null) return skip(missing);
    context = await browser.newContext({ javaScriptEnabled: false });
    context.setDefaultTimeout(PATIENCE_MS);
    complaints = [];
    page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text());
    });
  });
  afterEach(async () => {
    if (opened.missing !== null) return;
    await context.close();
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const backAtTheClient = async () => {
    await page.waitForURL(/^http:\/\/localhost:/, { timeout: PATIENCE_MS });
    return new URL(page.url()).searchParams;
  };
  const signIn = async () => {
    await page.getByLabel('E-mail address', { exact: true }).fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await press('Sign in');
    await page.waitForURL(/\/oauth\/authorize/, { timeout: PATIENCE_MS });
  };

  it('they sign in, read who wants what, approve, and the application has its tokens', async () => {
    const state = 'odd <"\'&+%\\é\n state';
    await page.goto(APEX + authorizeUrl(application, { state }));
    await signIn();
    expect(await page.locator('h1').innerText()).toBe('Authorize an application');
    expect(await page.locator('main').innerText()).toContain('Reporter');
    await press('Authorize');
    const answer = await backAtTheClient();
    expect(await page.locator('h1').innerText()).toBe('Welcome back');
    expect([answer.get('state'), answer.get('iss')]).toEqual([state, APEX]);
    const tokens = (await redeem(app, application, answer.get('code')!)).body as TokenAnswer;
    const bearer = new WireClient(app, { token: tokens.access_token, slug: account.slug });
    expect((await bearer.query('auth.me')).data.id).toBe(account.userId);
  });

  it('somebody of two organizations chooses one by the keyboard, or cancels', async () => {
    const other = await anOrganization({ app });
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now())`,
      [other.id, account.userId],
    );
    await page.goto(APEX + authorizeUrl(application));
    await signIn();
    await page.getByLabel('Organization', { exact: true }).selectOption(other.id);
    await page.getByRole('button', { name: 'Authorize', exact: true }).focus();
    await page.keyboard.press('Enter');
    const code = (await backAtTheClient()).get('code')!;
    const tokens = (await redeem(app, application, code)).body as TokenAnswer;
    const bearer = new WireClient(app, { token: tokens.access_token, slug: other.slug });
    expect((await bearer.query('organizations.get')).data.id).toBe(other.id);

    await page.goto(APEX + authorizeUrl(application));
    await press('Cancel');
    expect((await backAtTheClient()).get('error')).toBe('access_denied');
  });
});
