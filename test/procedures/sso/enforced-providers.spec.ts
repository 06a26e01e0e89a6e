import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '../../support/audit';
import { APEX, WireClient } from '../../support/client';
import { made } from '../../support/factories/workspace.factory';
import { aSignOn, type TestIdentityProvider } from '../../support/identity-provider/test-identity-provider';
import type { TestBrowser } from '../../support/openid-provider/browser';
import { ProviderWorld } from '../../support/openid-provider/provider-world';
import { problemOf } from './sign-on-checks';

let world: ProviderWorld;
beforeAll(async () => {
  world = await ProviderWorld.start();
  await aSignOn({ app: world.app });
}, 120_000);
afterAll(() => world?.close());

async function enforced(): Promise<TestIdentityProvider> {
  const provider = await aSignOn({ app: world.app });
  expect((await provider.signOn()).status).toBe(303);
  await made(provider.organization.owner.client, 'sso.update', { enforced: true });
  return provider;
}

const personOf = (email: string) => ({
  sub: `sub-${randomBytes(8).toString('hex')}`,
  email,
  email_verified: true,
});
const reasonOf = (body: unknown) => /Reason: <code>([^<]*)/.exec(String(body))?.[1];
const clientOf = (browser: TestBrowser, host: string) =>
  new WireClient(world.app, { cookie: `session=${browser.cookie('session', host)}` });

/** To a sign-in provider and back to the organization's host, where the apex passes the browser on. */
async function walk({ organization }: TestIdentityProvider, browser: TestBrowser, email: string) {
  const host = `${organization.slug}.${APEX}`;
  const relayed = await world.walk(browser, 'google', personOf(email), { host });
  return { host, answer: await browser.get(relayed.headers['location']!) };
}

describe('sign-in providers on the host of an organization that enforces its single sign-on', () => {
  it('sign no member in, and create no account', async () => {
    const provider = await enforced();
    const member = await provider.organization.addMember('admin');
    const stranger = `stranger-${randomBytes(6).toString('hex')}@example.org`;
    for (const email of [member.email, stranger]) {
      const browser = world.browser();
      const { answer, host } = await walk(provider, browser, email);
      expect([answer.status, reasonOf(answer.body)]).toEqual([403, 'sso_required']);
      expect(browser.cookie('session', host)).toBeUndefined();
      expect(await problemOf(provider)).toBe('sso_required');
    }
    const { rows } = await world.app.sql.query('select from users where email = $1', [stranger]);
    expect(rows).toHaveLength(0);
    // Nor is the identity joined to the account on the way.
    const { rows: joined } = await world.app.sql.query('select from identities where user_id = $1', [
      member.userId,
    ]);
    expect(joined).toHaveLength(0);
  });

  it('sign the owner in, and the audit log records it', async () => {
    const provider = await enforced();
    const { organization } = provider;
    // Someone whose address no one had confirmed would lose their tokens, this test's among them.
    await world.app.sql.query('update users set email_confirmed_at = now() where id = $1', [
      organization.owner.userId,
    ]);
    const browser = world.browser();
    const { answer, host } = await walk(provider, browser, organization.owner.email);
    expect(answer.status).toBe(303);
    const client = clientOf(browser, host).as({ slug: organization.slug });
    expect((await client.query('workspaces.list')).status).toBe(200);
    const [entry] = await auditEntries(organization, { action: 'auth.signin', limit: 1 });
    expect(entry).toMatchObject({
      outcome: 'success',
      details: { method: 'provider', breakGlass: true },
    });
  });

  it('sign users in at the apex, for other organizations, but not for this one', async () => {
    const provider = await enforced();
    const member = await provider.organization.addMember('member');
    const browser = world.browser();
    expect((await world.walk(browser, 'google', personOf(member.email))).status).toBe(303);
    const client = clientOf(browser, APEX);
    expect((await client.query('auth.me')).status).toBe(200);
    const { status, error } = await client.query('workspaces.list');
    expect([status, (error!.data as { reason?: string }).reason]).toEqual([403, 'sso_required']);
  });
});
