import { beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '../../support/audit';
import { type WireAnswer, WireClient } from '../../support/client';
import { anAccount, aSession, cookieOf, type TestAccount } from '../../support/factories/account.factory';
import { made } from '../../support/factories/workspace.factory';
import {
  aSignOn,
  sessionOf,
  type TestIdentityProvider,
} from '../../support/identity-provider/test-identity-provider';

// Creates the application and the keys outside of the time limit of a test.
beforeAll(async () => {
  await aSignOn();
}, 120_000);

const reasonOf = ({ error }: WireAnswer) => (error?.data as { reason?: string } | undefined)?.reason;

type Password = Pick<TestAccount, 'userId' | 'email' | 'password'>;

/** A member, or the owner, who has a password. */
async function withPassword(
  { organization }: TestIdentityProvider,
  role: 'owner' | 'admin',
): Promise<Password> {
  const { userId: other, password } = await anAccount();
  const member = role === 'owner' ? organization.owner : await organization.addMember(role);
  const { userId, email } = member;
  await organization.app.sql.query(
    'update users set password_hash = (select password_hash from users where id = $2) where id = $1',
    [userId, other],
  );
  return { userId, email, password };
}

async function enforced(): Promise<TestIdentityProvider> {
  const provider = await aSignOn();
  expect((await provider.signOn()).status).toBe(303);
  await made(provider.organization.owner.client, 'sso.update', { enforced: true });
  return provider;
}

const signIn = ({ email, password }: Password, client: WireClient) =>
  client.request('POST', '/api/auth/signin', { email, password });

describe('enforced single sign-on', () => {
  it('cannot be enabled before a successful sign-in', async () => {
    const provider = await aSignOn();
    const { client } = provider.organization.owner;
    const early = await client.mutate('sso.update', { enforced: true });
    expect([early.status, early.error!.data.issues?.[0]?.path]).toEqual([400, 'enforced']);
    await provider.signOn();
    const { data } = await client.mutate('sso.update', { enforced: true });
    expect(data).toMatchObject({ enforced: true, testedAt: expect.any(String) });
  });

  it('allows sign-in with a password on the organization’s host only for the owner', async () => {
    const provider = await enforced();
    const admin = await withPassword(provider, 'admin');
    const rejected = await signIn(admin, provider.browser());
    expect([rejected.status, reasonOf(rejected), rejected.headers['set-cookie']]).toEqual([
      403,
      'sso_required',
      undefined,
    ]);
    const wrong = await signIn({ ...admin, password: 'not the password' }, provider.browser());
    expect(wrong.status).toBe(401);
    const entries = await auditEntries(provider.organization, { action: 'auth.signin' });
    expect(entries.slice(0, 2).map(({ reason }) => reason)).toEqual(['wrong_password', 'sso_required']);
  });

  it('allows the owner to sign in with a password, recorded in the audit log', async () => {
    const provider = await enforced();
    const owner = await withPassword(provider, 'owner');
    const answer = await signIn(owner, provider.browser());
    expect(answer.status).toBe(200);
    const client = provider.browser(cookieOf(answer.headers['set-cookie']!));
    const { data } = await client.query('audit.list', { action: 'auth.signin', limit: 1 });
    expect(data.entries[0]).toMatchObject({
      outcome: 'success',
      actor: { id: owner.userId },
      details: { method: 'password', breakGlass: true },
    });
    const off = await client.mutate(
      'sso.update',
      { enforced: false },
      {
        origin: `http://${provider.organization.slug}.trestle.test`,
      },
    );
    expect(off.data).toMatchObject({ enforced: false });
  });

  it('immediately rejects sessions that began elsewhere, and accepts tokens', async () => {
    const provider = await aSignOn();
    const { organization } = provider;
    const member = await organization.addMember('admin');
    const { cookie } = await aSession(member.userId);
    const { cookie: byProvider } = await aSession(member.userId, { method: 'provider' });
    expect((await provider.browser(cookie).query('workspaces.list')).status).toBe(200);
    const signedOn = sessionOf(await provider.signOn())!;
    await made(organization.owner.client, 'sso.update', { enforced: true });
    for (const session of [cookie, byProvider]) {
      const host = await provider.browser(session).query('workspaces.list');
      expect([host.status, reasonOf(host)]).toEqual([403, 'sso_required']);
      const apex = new WireClient(organization.app, { cookie: session });
      for (const headers of [{}, { 'x-tenant-id': organization.id }] as Record<string, string>[]) {
        const answer = await apex.as({ headers }).query('workspaces.list');
        expect([answer.status, reasonOf(answer)]).toEqual([403, 'sso_required']);
      }
    }
    expect((await member.client.query('workspaces.list')).status).toBe(200);
    expect((await provider.browser(signedOn).query('workspaces.list')).status).toBe(200);
    await made(organization.owner.client, 'sso.delete', {});
    expect((await provider.browser(cookie).query('workspaces.list')).status).toBe(200);
  });

  it('is disabled by settings that have not been tested', async () => {
    const provider = await enforced();
    const { client } = provider.organization.owner;
    const moved = await client.mutate('sso.update', { entityId: 'https://other.example' });
    expect([moved.status, moved.error!.data.issues?.[0]?.path]).toEqual([400, 'enforced']);
    const { data } = await client.mutate('sso.update', {
      entityId: 'https://other.example',
      enforced: false,
    });
    expect(data).toMatchObject({ enforced: false, testedAt: null });
  });

  it('ends with the plan that includes it', async () => {
    const provider = await enforced();
    const { organization } = provider;
    const member = await organization.addMember('member');
    const { cookie } = await aSession(member.userId);
    await organization.app.sql.query(`update organizations set plan = 'pro' where id = $1`, [
      organization.id,
    ]);
    // Plans are changed by operators; what caches hold of them is renewed by any change of the organization.
    await made(organization.owner.client, 'organizations.update', { name: 'On another plan' });
    expect((await provider.browser(cookie).query('workspaces.list')).status).toBe(200);
    expect((await provider.browser().request('GET', '/api/auth/saml/login')).status).toBe(403);
  });
});

describe('sso.test', () => {
  it('runs the whole flow, shows the result, and signs no one in', async () => {
    const provider = await aSignOn({ settings: { attributeMapping: { groups: 'groups' } } });
    const { client } = provider.organization.owner;
    const { url } = await made(client, 'sso.test', {});
    const journey = await provider.begin(String(url).replace(/^https?:\/\/[^/]+/, ''));
    const attributes = { email: provider.emailOf('me'), groups: ['One', '&lt;script>alert(1)&lt;/script>'] };
    const answer = await provider.send(provider.respond(journey, { attributes }), journey);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
    expect(String(answer.body)).toContain(provider.emailOf('me'));
    expect(String(answer.body)).not.toContain('<script>');
    const { data } = await client.query('sso.get');
    expect(data.testedAt).not.toBeNull();
    const { rows } = await provider.organization.app.sql.query(
      'select from members where organization_id = $1',
      [provider.organization.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('works once, in one browser', async () => {
    const provider = await aSignOn();
    const { client } = provider.organization.owner;
    const { url } = await made(client, 'sso.test', {});
    const path = String(url).replace(/^https?:\/\/[^/]+/, '');
    const journey = await provider.begin(path);
    expect((await provider.browser().request('GET', path)).status).toBe(401);
    expect((await provider.send(provider.respond(journey), journey)).status).toBe(200);
    expect((await provider.browser().request('GET', path)).status).toBe(401);
    expect((await provider.browser().request('GET', '/api/auth/saml/login?test=_made-up')).status).toBe(401);
  });

  it('connects the owner’s identity, and another admin’s change of provider disconnects it', async () => {
    const provider = await aSignOn();
    const { organization } = provider;
    const { owner } = organization;
    const admin = await organization.addMember('admin');
    const told = { nameId: 'boss', attributes: { email: owner.email } };
    const tested = async (by: WireClient) => {
      const { url } = await made(by, 'sso.test', {});
      const journey = await provider.begin(String(url).replace(/^https?:\/\/[^/]+/, ''));
      expect((await provider.send(provider.respond(journey, told), journey)).status).toBe(200);
    };
    await tested(admin.client);
    expect((await provider.signOn(told)).status).toBe(403);
    await tested(owner.client);
    const cookie = sessionOf(await provider.signOn(told))!;
    expect((await provider.browser(cookie).query('auth.me')).data.id).toBe(owner.userId);
    await made(owner.client, 'sso.update', { ssoUrl: 'https://idp.example.com/elsewhere' });
    expect((await provider.signOn(told)).status).toBe(303);
    await made(admin.client, 'sso.update', { ssoUrl: provider.ssoUrl });
    expect((await provider.signOn(told)).status).toBe(403);
  });
});
