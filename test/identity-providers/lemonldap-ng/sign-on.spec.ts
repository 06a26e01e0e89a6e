import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium, TIMEOUT_MS } from '../../support/chromium';
import { startAtUrl, type TestApp } from '../../support/app';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import type { TestIdentityProvider } from '../../support/identity-provider/test-identity-provider';
import { roleOf } from '../../procedures/sso/sign-on-checks';
import { LemonLdap } from './server';

const RELYING_PARTY = { clientId: 'trestle', clientSecret: 'a secret of the relying party' };

let provider: LemonLdap;
let browser: Browser;
let app: TestApp;
let url: string;
let withSaml: TestOrganization;
let withOpenId: TestOrganization;

beforeAll(async () => {
  provider = await LemonLdap.start(process.env['LEMONLDAP_NG']!);
  ({ app, url } = await startAtUrl({ OUTBOUND_ALLOW: 'localhost' }));
  const opened = await openChromium(url, ['MAP localhost 127.0.0.1', 'MAP *.localhost 127.0.0.1']);
  if (opened.browser === null) throw new Error(opened.missing);
  browser = opened.browser;
  [withSaml, withOpenId] = [await anOrganization({ app }), await anOrganization({ app })];
  await made(withSaml.owner.client, 'sso.update', {
    type: 'saml',
    metadata: await provider.metadata(),
    attributeMapping: { email: 'email', name: 'name', groups: 'groups' },
    groupRoles: { timelords: 'admin' },
  });
  await made(withOpenId.owner.client, 'sso.update', {
    type: 'oidc',
    issuer: `${provider.url}/`,
    ...RELYING_PARTY,
    scopes: ['groups'],
    attributeMapping: { groups: 'groups' },
    groupRoles: { earthlings: 'admin' },
  });
  await provider.register(await metadataOf(withSaml), {
    ...RELYING_PARTY,
    redirectUri: `${hostOf(withOpenId)}/api/auth/oidc/callback`,
  });
});

afterAll(async () => {
  await browser?.close();
  await provider?.stop();
  await app?.close();
});

const hostOf = ({ slug }: TestOrganization) => url.replace('//', `//${slug}.`);

/** The metadata of Trestle, for the address at which the browser reaches it. */
async function metadataOf(organization: TestOrganization): Promise<string> {
  const { host } = new URL(hostOf(organization));
  const { body } = await organization.owner.client.request('GET', '/api/auth/saml/metadata', undefined, {
    host,
  });
  return String(body);
}

async function aPage(context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await browser.newContext())).newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  return page;
}

/** From Trestle to the form of the portal, and back. */
async function signOn(page: Page, organization: TestOrganization, user: string): Promise<void> {
  const kind = organization === withSaml ? 'saml' : 'oidc';
  await page.goto(`${hostOf(organization)}/api/auth/${kind}/login`);
  await page.fill('[name=user]', user);
  await page.fill('[name=password]', user);
  await page.click('button[type=submit]');
  await page.waitForURL(`${hostOf(organization)}/`);
  expect(await page.textContent('main')).toContain(`${user}@badwolf.org`);
}

const roleOn = (organization: TestOrganization, user: string) =>
  roleOf({ organization } as TestIdentityProvider, `${user}@badwolf.org`);

it('signs people on with SAML and the settings of the guide, and out again at the provider', async () => {
  const page = await aPage();
  await signOn(page, withSaml, 'dwho');
  expect(await roleOn(withSaml, 'dwho')).toBe('admin');
  await page.goto(`${hostOf(withSaml)}/api/auth/saml/logout`);
  await page.click('main button');
  await page.waitForURL(`${hostOf(withSaml)}/`);
  // The provider has ended its session too, and asks for the password again. It sends the same name identifier.
  await signOn(page, withSaml, 'dwho');
  await signOn(await aPage(), withSaml, 'rtyler');
  expect(await roleOn(withSaml, 'rtyler')).toBe('member');
});

it('ends the session of a person who signs out at the provider', async () => {
  const portal = await aPage();
  await signOn(portal, withSaml, 'dwho');
  const trestle = await aPage(portal.context());
  await portal.goto(`${provider.url}/?logout=1`);
  await expect
    .poll(async () => {
      await trestle.goto(hostOf(withSaml));
      return trestle.textContent('main');
    })
    .not.toContain('dwho@badwolf.org');
});

it('signs people on with OpenID Connect and the settings of the guide', async () => {
  await signOn(await aPage(), withOpenId, 'msmith');
  expect(await roleOn(withOpenId, 'msmith')).toBe('admin');
});
