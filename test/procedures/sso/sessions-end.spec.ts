import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { startApp, type TestApp } from '../../support/app';
import type { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { made } from '../../support/factories/workspace.factory';
import { signingKey } from '../../support/identity-provider/self-signed';
import {
  aSignOn,
  sessionOf,
  type TestIdentityProvider,
} from '../../support/identity-provider/test-identity-provider';
import { OpenIdSignOn } from '../../support/openid-provider/sign-on-world';

let app: TestApp;
let replica: TestApp;

// Creates the applications and the keys outside of the time limit of a test.
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', OUTBOUND_ALLOW: '127.0.0.1' });
  replica = await startApp({ ROLES: 'api', DATABASE_URL: app.databaseUrl });
  await aSignOn({ app });
  signingKey('stranger');
}, 120_000);
afterAll(async () => {
  await replica?.close();
  await app?.close();
});

afterEach(() => useClock());

const status = async (client: WireClient): Promise<number> => (await client.query('auth.me')).status;

async function signedOn(provider: TestIdentityProvider): Promise<WireClient> {
  const session = sessionOf(await provider.signOn())!;
  return provider.browser(session);
}

describe('sessions of single sign-on', () => {
  it('end with the connection, immediately and at every replica; all others remain', async () => {
    const provider = await aSignOn({ app });
    const { organization } = provider;
    const neighbour = await signedOn(await aSignOn({ app }));
    const member = await organization.addMember('member');
    const { cookie } = await aSession(member.userId, { app });
    const [here, byPassword] = [await signedOn(provider), provider.browser(cookie)];
    const there = here.at(replica);
    // While the clock is stopped no cache entry expires: the replica must have been notified.
    const now = new Date();
    useClock({ now: () => now });
    expect([await status(here), await status(there)]).toEqual([200, 200]);
    await made(organization.owner.client, 'sso.delete', {});
    expect(await status(here)).toBe(401);
    await expect.poll(() => status(there)).toBe(401);
    expect([await status(byPassword), await status(neighbour)]).toEqual([200, 200]);
  });

  it('end when another provider replaces it, including the session of the admin who changes it', async () => {
    const replacements: object[] = [
      { entityId: 'https://idp.example.com/another' },
      { ssoUrl: 'https://idp.example.com/elsewhere' },
      { certificates: [signingKey('stranger').certificate] },
      { type: 'oidc', issuer: undefined },
    ];
    const other = await OpenIdSignOn.start(app);
    for (const change of replacements) {
      const provider = await aSignOn({ app });
      const person = await signedOn(provider);
      const { client } = provider.organization.owner;
      const settings = 'issuer' in change ? other.settings : change;
      await made(client, 'sso.update', settings);
      expect([change, await status(person)]).toEqual([change, 401]);
    }
    await other.provider.close();
  });

  it('remain when the provider remains: with an additional key, other domains, other roles', async () => {
    const provider = await aSignOn({ app });
    const person = await signedOn(provider);
    const { client } = provider.organization.owner;
    const both = [provider.key.certificate, signingKey('stranger').certificate];
    for (const change of [
      { certificates: both },
      { certificates: [both[1]] },
      { domains: ['example.org'] },
      { defaultRole: 'guest' },
      { sloUrl: 'https://idp.example.com/slo', signRequests: true },
    ]) {
      await made(client, 'sso.update', change);
      expect([change, await status(person)]).toEqual([change, 200]);
    }
  });

  it('end with OpenID Connect as well', async () => {
    const signOn = await OpenIdSignOn.start(app);
    const browser = signOn.browser();
    const claims = {
      sub: 'person',
      email: `person@${signOn.organization.slug}.example.org`,
      email_verified: true,
    };
    expect((await signOn.walk(browser, claims)).status).toBe(303);
    const person = signOn.client(browser);
    expect(await status(person)).toBe(200);
    await made(signOn.organization.owner.client, 'sso.update', { clientId: 'another' });
    expect(await status(person)).toBe(401);
    await signOn.provider.close();
  });

  it('do not start while the connection is deleted', async () => {
    const provider = await aSignOn({ app });
    const journeys = await Promise.all(Array.from({ length: 6 }, () => provider.begin()));
    const answers = await Promise.all([
      ...journeys.map((journey, index) =>
        provider.send(provider.respond(journey, { nameId: `person-${index}` }), journey),
      ),
      provider.organization.owner.client.mutate('sso.delete', {}),
    ]);
    const ended = answers.at(-1)!;
    expect([ended.status, ended.error]).toEqual([200, undefined]);
    const sessions = answers.slice(0, -1).flatMap((answer) => sessionOf(answer) ?? []);
    for (const session of sessions) expect(await status(provider.browser(session))).toBe(401);
  });
});
