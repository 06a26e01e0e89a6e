import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, startApp, type TestApp } from '../support/app';
import { type OpenedBrowser, openChromium, TIMEOUT_MS } from '../support/chromium';
import { WireClient } from '../support/client';
import { anAccount, type TestAccount } from '../support/factories/account.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { made } from '../support/factories/workspace.factory';
import { unusedEmail } from '../support/factories/invitation.factory';
import { sessionOf, TestIdentityProvider } from '../support/identity-provider/test-identity-provider';
import { OpenIdSignOn } from '../support/openid-provider/sign-on-world';
import {
  anApplication,
  authorizeUrl,
  redeem,
  type TestApplication,
  type TokenAnswer,
} from '../support/oauth';

const APEX = 'http://trestle.test';
/** Of responses that are no success, and of a header that counts on https and on the apex alone. */
const EXPECTED_COMPLAINTS =
  /^(Failed to load resource|The Cross-Origin-Opener-Policy header has been ignored)/;

describe('OAuth consent in a browser without scripts', () => {
  let app: TestApp;
  /** The application: it responds to every callback. */
  let client: Server;
  let opened: OpenedBrowser;
  let context: BrowserContext;
  let page: Page;
  let account: TestAccount;
  let application: TestApplication;
  /** An organization with a provider of its own. */
  let signOn: OpenIdSignOn;
  /** What the browser found wrong. */
  let complaints: string[];

  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: APEX, OUTBOUND_ALLOW: '127.0.0.1' });
    signOn = await OpenIdSignOn.start(app);
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
    const hosts = [`MAP trestle.test ${here}`, `MAP *.trestle.test ${here}`];
    opened = await openChromium(APEX, [...hosts, 'MAP localhost 127.0.0.1', 'EXCLUDE 127.0.0.1']);
  }, 120_000);
  afterAll(async () => {
    await opened.browser?.close();
    client?.close();
    await signOn?.provider.close();
    await app?.close();
  });

  beforeEach(async ({ skip }) => {
    const { browser, missing } = opened;
    if (missing !== null) return skip(missing);
    context = await browser.newContext({ javaScriptEnabled: false });
    context.setDefaultTimeout(TIMEOUT_MS);
    complaints = [];
    page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED_COMPLAINTS.test(message.text()))
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
    await page.waitForURL(/^http:\/\/localhost:/, { timeout: TIMEOUT_MS });
    return new URL(page.url()).searchParams;
  };
  const signIn = async () => {
    await page.getByLabel('E-mail address', { exact: true }).fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await press('Sign in');
    await page.waitForURL(/\/oauth\/authorize/, { timeout: TIMEOUT_MS });
  };

  it('a user signs in, reads who requests what, approves, and the application has its tokens', async () => {
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

  describe('another site redirects the browser to a third one', () => {
    let welcome: Server;
    let redirecting: Server;
    beforeAll(async () => {
      welcome = createServer((_request, response) => response.end('<h1>Arrived</h1>'));
      redirecting = createServer((_request, response) => {
        const { port } = welcome.address() as AddressInfo;
        response.writeHead(302, { location: `http://127.0.0.1:${port}/welcome` }).end();
      });
      const servers = [welcome, redirecting];
      await Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
    });
    afterAll(() => {
      for (const server of [welcome, redirecting]) server?.close();
    });

    const address = () => `http://localhost:${(redirecting.address() as AddressInfo).port}`;
    const expectArrival = async () => {
      await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/welcome$/, { timeout: TIMEOUT_MS });
      expect(await page.locator('h1').innerText()).toBe('Arrived');
    };

    it('the callback of an application', async () => {
      const own = await anApplication({ owner: account }, { redirectUris: [`${address()}/callback`] });
      for (const button of ['Authorize', 'Cancel']) {
        await context.clearCookies();
        await page.goto(APEX + authorizeUrl(own));
        await signIn();
        await press(button);
        await expectArrival();
      }
    });

    it('the single logout of a SAML provider', async () => {
      const saml = new TestIdentityProvider(await anOrganization({ app }));
      const settings = { ...saml.settings, sloUrl: `${address()}/logout` };
      await made(saml.organization.owner.client, 'sso.update', settings);
      const url = `http://${saml.organization.slug}.trestle.test`;
      const [name, value] = sessionOf(await saml.signOn())!.split('=') as [string, string];
      await context.addCookies([{ name, value, url }]);
      // As by a link of another site; browsers send this header to secure origins alone.
      await page.setExtraHTTPHeaders({ 'sec-fetch-site': 'cross-site' });
      await page.goto(`${url}/api/auth/saml/logout`);
      await page.setExtraHTTPHeaders({});
      await press('Sign out');
      await expectArrival();
    });
  });

  it('a user of two organizations chooses one with the keyboard, or cancels', async () => {
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

  it('a user of single sign-on names the organization, returns, and approves; the next time without a prompt', async () => {
    const email = unusedEmail();
    signOn.provider.person = { sub: email, email, name: 'Sam Signed-On' };
    signOn.provider.calls.length = 0;
    for (const visits of [1, 2]) {
      await page.goto(APEX + authorizeUrl(application, { state: `visit ${visits}` }));
      await page.getByRole('link', { name: 'Single sign-on of my organization' }).click();
      await page.getByLabel('Address of your organization').fill(signOn.organization.slug);
      await press('Continue');
      await page.waitForURL(/\/oauth\/authorize\?/, { timeout: TIMEOUT_MS });
      expect(await page.locator('main').innerText()).toContain(`Sam Signed-On (${email})`);
      expect(signOn.provider.calls.filter((path) => path === '/authorize')).toHaveLength(1);
      await press('Authorize');
      const answer = await backAtTheClient();
      expect(answer.get('state')).toBe(`visit ${visits}`);
      const tokens = (await redeem(app, application, answer.get('code')!)).body as TokenAnswer;
      const bearer = new WireClient(app, { token: tokens.access_token, slug: signOn.organization.slug });
      expect((await bearer.query('auth.me')).data.email).toBe(email);
      // Without a session at the apex, and with the one at the organization's host.
      await context.clearCookies({ domain: 'trestle.test' });
    }
  });

  it('a user signed in with a password is sent through an enforced single sign-on', async () => {
    const { organization, provider } = signOn;
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now())`,
      [organization.id, account.userId],
    );
    provider.person = { sub: account.email, email: account.email };
    await signOn.walk(signOn.browser(), provider.person);
    await made(organization.owner.client, 'sso.update', { enforced: true });
    await page.goto(APEX + authorizeUrl(application));
    await signIn();
    await page.getByLabel('Organization', { exact: true }).selectOption(organization.id);
    await press('Authorize');
    await page.getByText(`Organization ${organization.slug}`).waitFor();
    expect(await page.getByLabel('Organization', { exact: true }).count()).toBe(0);
    await press('Authorize');
    const code = (await backAtTheClient()).get('code')!;
    const tokens = (await redeem(app, application, code)).body as TokenAnswer;
    const bearer = new WireClient(app, { token: tokens.access_token, slug: organization.slug });
    expect((await bearer.query('organizations.get')).data.id).toBe(organization.id);
  });
});
