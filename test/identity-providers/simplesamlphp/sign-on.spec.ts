import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium, TIMEOUT_MS } from '../../support/chromium';
import { startAtUrl } from '../../support/app';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import type { TestIdentityProvider } from '../../support/identity-provider/test-identity-provider';
import { roleOf } from '../../procedures/sso/sign-on-checks';
import { PASSWORD, SimpleSamlPhp } from './server';

let provider: SimpleSamlPhp;
let browser: Browser;
let organization: TestOrganization;
let host: string;

beforeAll(async () => {
  provider = await SimpleSamlPhp.start(process.env['SIMPLESAMLPHP']!);
  const { app, url } = await startAtUrl();
  organization = await anOrganization({ app });
  host = url.replace('//', `//${organization.slug}.`);
  const opened = await openChromium(host, ['MAP localhost 127.0.0.1', 'MAP *.localhost 127.0.0.1']);
  if (opened.browser === null) throw new Error(opened.missing);
  browser = opened.browser;
  await made(organization.owner.client, 'sso.update', {
    type: 'saml',
    metadata: await provider.metadata(),
    attributeMapping: { email: 'email', name: 'name', groups: 'groups' },
    groupRoles: { builders: 'admin' },
  });
  provider.register(await metadataOf(organization, new URL(host).host));
});

afterAll(async () => {
  await browser?.close();
  provider?.stop();
  await organization?.app.close();
});

/** The metadata of Trestle, for the address at which the browser reaches it. */
async function metadataOf({ owner }: TestOrganization, address: string): Promise<string> {
  const { body } = await owner.client.request('GET', '/api/auth/saml/metadata', undefined, { host: address });
  return String(body);
}

it('signs a person on with the settings of the guide, and out again at the provider', async () => {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(`${host}/api/auth/saml/login`);
  await page.fill('[name=username]', 'sam');
  await page.fill('[name=password]', PASSWORD);
  await page.click('button[type=submit]');
  await page.waitForURL(`${host}/`);
  expect(await page.textContent('main')).toContain('sam@example.org');
  expect(await roleOf({ organization } as TestIdentityProvider, 'sam@example.org')).toBe('admin');
  await page.goto(`${host}/api/auth/saml/logout`);
  await page.click('main button');
  await page.waitForURL(`${host}/`);
  // The provider has ended its session too, and asks for the password again.
  await page.goto(`${host}/api/auth/saml/login`);
  await page.waitForSelector('[name=password]');
});
