import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ResealSsoSecretsSweep } from '../../../src/modules/sso/connections/reseal-sso-secrets.sweep';
import { startApp, TEST_SECRET, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSignOn } from '../../support/identity-provider/test-identity-provider';
import { OpenIdSignOn } from '../../support/openid-provider/sign-on-world';

const NEXT_SECRET = 'the next secret of the tests, thirty-two characters and more';

describe('replacing APP_SECRET', () => {
  let before: TestApp;
  let rotating: TestApp;
  let after: TestApp;
  beforeAll(async () => {
    const env = { ROLES: 'api', OUTBOUND_ALLOW: '127.0.0.1' };
    before = await startApp(env);
    const next = { ...env, DATABASE_URL: before.databaseUrl, APP_SECRET: NEXT_SECRET };
    rotating = await startApp({ ...next, APP_SECRET_PREVIOUS: TEST_SECRET });
    after = await startApp(next);
  }, 120_000);
  afterAll(async () => {
    await after?.close();
    await rotating?.close();
    await before?.close();
  });

  it('encrypts the secrets of single sign-on again, so that the old one can be removed', async () => {
    const provider = await aSignOn({ app: before, settings: { signRequests: true } });
    const metadata = await provider.metadata();
    const openId = await OpenIdSignOn.start(before);
    const places = [
      { slug: provider.organization.slug, path: '/api/auth/saml/login' },
      { slug: openId.organization.slug, path: '/api/auth/oidc/login' },
    ];
    const begun = (app: TestApp) =>
      Promise.all(
        places.map(
          async ({ slug, path }) => (await new WireClient(app, { slug }).request('GET', path)).status,
        ),
      );
    expect(await begun(rotating)).toEqual([303, 303]);
    const sealed = async () => {
      const { rows } = await before.sql.query(
        `select sealed_private_key as sealed from sso_keys union all
         select sealed_client_secret from sso_connections where sealed_client_secret is not null order by 1`,
      );
      return rows.map((row: { sealed: string }) => row.sealed);
    };
    const old = await sealed();
    const sweep = () =>
      rotating.nest.get(ResealSsoSecretsSweep, { strict: false }).run(new AbortController().signal);
    await sweep();
    const sealedAgain = await sealed();
    expect([old.length, sealedAgain.filter((each) => old.includes(each))]).toEqual([3, []]);
    await sweep();
    expect(await sealed()).toEqual(sealedAgain);
    expect(await begun(after)).toEqual([303, 303]);
    const { slug } = provider.organization;
    const { body } = await new WireClient(after, { slug }).request('GET', '/api/auth/saml/metadata');
    expect(body).toBe(metadata);
    await openId.provider.close();
  });
});
