import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium, TIMEOUT_MS } from '../../support/chromium';
import { startAtUrl, type TestApp } from '../../support/app';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import type { TestIdentityProvider } from '../../support/identity-provider/test-identity-provider';
import { roleOf } from '../../procedures/sso/sign-on-checks';
import { LemonLdap } from './server';

let provider: LemonLdap;
let browser: Browser;
let app: TestApp;
let url: string;

beforeAll(async () => {
  provider = await LemonLdap.start(process.env['LEMONLDAP_NG']!);
  ({ app, url } = await startAtUrl({ OUTBOUND_ALLOW: '127.0.0.1,::1' }));
  const opened = await openChromium(url, ['MAP localhost 127.0.0.1', 'MAP *.localhost 127.0.0.1']);
  if (opened.browser === null) throw new Error(opened.missing);
  browser = opened.browser;
});

afterAll(async () => {
  await browser?.close();
  await provider?.stop();
  await app?.close();
});

const hostOf = ({ slug }: TestOrganization) => url.replace('//', `//${slug}.`);

async function aPage(): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  return page;
}

/** An organization whose identity provider is the portal, which knows it too. */
async function aSamlOrganization(): Promise<TestOrganization> {
  const organization = await anOrganization({ app });
  const { client } = organization.owner;
  await made(client, 'sso.update', {
    type: 'saml',
    metadata: await provider.metadata(),
    attributeMapping: { email: 'email', name: 'name', groups: 'groups' },
    groupRoles: { timelords: 'admin' },
  });
  const host = new URL(hostOf(organization)).host;
  const { body } = await client.request('GET', '/api/auth/saml/metadata', undefined, { host });
  await provider.registerServiceProvider(String(body));
  return organization;
}

/** From Trestle to the form of the portal, and back. */
async function signOn(page: Page, host: string, kind: 'saml' | 'oidc', user: string): Promise<void> {
  await page.goto(`${host}/api/auth/${kind}/login`);
  await page.fill('[name=user]', user);
  await page.fill('[name=password]', user);
  await page.click('button[type=submit]');
  await page.waitForURL(`${host}/`);
}

it('signs people on with SAML and the settings of the guide, and out again at the provider', async () => {
  const organization = await aSamlOrganization();
  const host = hostOf(organization);
  const page = await aPage();
  await signOn(page, host, 'saml', 'dwho');
  expect(await page.textContent('main')).toContain('dwho@badwolf.org');
  expect(await roleOf({ organization } as TestIdentityProvider, 'dwho@badwolf.org')).toBe('admin');
  await page.goto(`${host}/api/auth/saml/logout`);
  await page.click('main button');
  await page.waitForURL(`${host}/`);
  // The provider has ended its session too, and asks for the password again.
  await page.goto(`${host}/api/auth/saml/login`);
  await page.waitForSelector('[name=password]');
  // The person is recognized by the name identifier.
  await signOn(page, host, 'saml', 'dwho');
  // In no group that has a role.
  await signOn(await aPage(), host, 'saml', 'rtyler');
  expect(await roleOf({ organization } as TestIdentityProvider, 'rtyler@badwolf.org')).toBe('member');
});

it('ends the session when a person signs out at the provider', async () => {
  const organization = await aSamlOrganization();
  const host = hostOf(organization);
  const page = await aPage();
  await signOn(page, host, 'saml', 'dwho');
  await page.goto(`${provider.url}/?logout=1`);
  await page.waitForLoadState('networkidle');
  await page.goto(`${host}/`);
  expect(await page.textContent('main')).not.toContain('dwho@badwolf.org');
});

it('signs people on with OpenID Connect and the settings of the guide', async () => {
  const organization = await anOrganization({ app });
  const host = hostOf(organization);
  const relyingParty = {
    clientId: 'trestle',
    clientSecret: 'a secret of the relying party',
    redirectUri: `${host}/api/auth/oidc/callback`,
  };
  await provider.registerRelyingParty(relyingParty);
  await made(organization.owner.client, 'sso.update', {
    type: 'oidc',
    issuer: `${provider.url}/`,
    clientId: relyingParty.clientId,
    clientSecret: relyingParty.clientSecret,
    scopes: ['groups'],
    attributeMapping: { groups: 'groups' },
    groupRoles: { timelords: 'admin' },
  });
  await signOn(await aPage(), host, 'oidc', 'dwho');
  expect(await roleOf({ organization } as TestIdentityProvider, 'dwho@badwolf.org')).toBe('admin');
});
