import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, TEST_SECRET, type TestApp } from '../support/app';
import { APEX } from '../support/client';
import { cloneDatabase } from '../support/database';
import { unusedEmail } from '../support/factories/invitation.factory';
import type { TestOrganization } from '../support/factories/organization.factory';
import {
  aSignOn,
  type Journey,
  type TestIdentityProvider,
} from '../support/identity-provider/test-identity-provider';
import { OpenIdSignOn } from '../support/openid-provider/sign-on-world';
import { type RawAnswer, sendRaw } from '../support/raw-http';
import { ServiceProcess } from '../support/service-process';

/** The build loads the libraries of single sign-on when they are needed (decision 0074); other specs test the sources. */
describe('the first sign-on of a process', () => {
  let dataDir: string;
  let app: TestApp;
  /** Organizations are set up, and sign-ons begin, with the application of the test; they end with the build. */
  let service: ServiceProcess;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'trestle-sso-'));
    const env = {
      DATABASE_URL: await cloneDatabase(),
      APP_SECRET: TEST_SECRET,
      DATA_DIR: dataDir,
      ROLES: 'api',
      OUTBOUND_ALLOW: '127.0.0.1',
    };
    service = new ServiceProcess({ ...env, PUBLIC_URL: `http://${APEX}`, RATE_LIMITS: 'off' });
    app = await startApp(env);
    await service.ready();
  }, 120_000);
  afterAll(async () => {
    await service?.discard();
    await app?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** As the browser that a provider has sent back to the organization. */
  function returnFromProvider(
    organization: TestOrganization,
    cookie: string,
    path: string,
    form?: URLSearchParams,
  ) {
    const lines = [
      `${form ? 'POST' : 'GET'} ${path} HTTP/1.1`,
      `host: ${organization.slug}.${APEX}`,
      `cookie: ${cookie}`,
      'accept: text/html',
    ];
    const body = form?.toString() ?? '';
    if (form) lines.push('content-type: application/x-www-form-urlencoded', `content-length: ${body.length}`);
    return sendRaw(Number(new URL(service.url).port), `${lines.join('\r\n')}\r\n\r\n${body}`);
  }

  const respond = (provider: TestIdentityProvider, { cookie }: Journey, xml: string) =>
    returnFromProvider(
      provider.organization,
      cookie,
      '/api/auth/saml/acs',
      new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }),
    );

  const expectSession = ({ status, headers }: RawAnswer) =>
    expect([status, headers['set-cookie']]).toEqual([303, expect.stringContaining('session=')]);

  it.each(['signed', 'encrypted'])('with SAML, from a response that is %s', async (kind) => {
    const provider = await aSignOn({ app });
    for (const nameId of ['person-1', 'person-2']) {
      const journey = await provider.begin();
      const person = { nameId };
      const xml =
        kind === 'signed'
          ? provider.respond(journey, person)
          : await provider.respondEncrypted(journey, { told: person });
      expectSession(await respond(provider, journey, xml));
    }
  });

  it('with SAML: a changed response is rejected', async () => {
    const provider = await aSignOn({ app });
    const journey = await provider.begin();
    const changed = provider.respond(journey).replace('Sam Signed-On', 'Eve Signed-On');
    const { status, body } = await respond(provider, journey, changed);
    expect([status, body]).toEqual([401, expect.stringContaining('signature_invalid')]);
  });

  it('with OpenID Connect', async () => {
    const signOn = await OpenIdSignOn.start(app);
    try {
      const browser = signOn.browser();
      const claims = { sub: 'sub-1', email: unusedEmail(), name: 'Olga Signed-On' };
      const { pathname, search } = await signOn.leave(browser, claims);
      const cookie = ['sso', 'sso-flow']
        .map((name) => `${name}=${browser.cookie(name, signOn.host)}`)
        .join('; ');
      expectSession(await returnFromProvider(signOn.organization, cookie, pathname + search));
    } finally {
      await signOn.provider.close();
    }
  });
});
