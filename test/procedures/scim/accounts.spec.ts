import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APEX, WireClient } from '../../support/client';
import { aSession, anAccount } from '../../support/factories/account.factory';
import { unusedEmail } from '../../support/factories/invitation.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { aSignOn, sessionOf } from '../../support/identity-provider/test-identity-provider';
import type { TestBrowser } from '../../support/openid-provider/browser';
import { ProviderWorld } from '../../support/openid-provider/provider-world';
import { aScimDirectory } from '../../support/scim-directory';
import { problemOf, verifiedDomain } from '../sso/sign-on-checks';

const subject = () => `sub-${randomBytes(8).toString('hex')}`;

describe('accounts that are assigned to another mailbox', () => {
  let world: ProviderWorld;
  beforeAll(async () => {
    world = await ProviderWorld.start();
  });
  afterAll(() => world?.close());

  const whoIs = async (browser: TestBrowser) => {
    const cookie = `session=${browser.cookie('session', APEX) ?? ''}`;
    return (await new WireClient(world.app, { cookie, headers: { host: APEX } }).query('auth.me')).data;
  };

  it('revoke the sign-in providers of the former user', async () => {
    const directory = await aScimDirectory({ app: world.app });
    const [before, after] = [unusedEmail(), unusedEmail()];
    const { id } = await directory.user({ userName: before });
    const claims = { sub: subject(), email: before, email_verified: true };
    const first = world.browser();
    await world.walk(first, 'google', claims);
    expect((await whoIs(first)).id).toBe(id);
    const moved = await directory.patch(`Users/${id}`, { op: 'replace', path: 'userName', value: after });
    expect(moved.status).toBe(200);
    const again = world.browser();
    await world.walk(again, 'google', claims);
    expect((await whoIs(again)).id).not.toBe(id);
    // The new mailbox proves itself, for the first time.
    const owner = world.browser();
    await world.walk(owner, 'google', { sub: subject(), email: after, email_verified: true });
    expect((await whoIs(owner)).id).toBe(id);
  });

  it('are not connected to an identity whose sign-in is in progress', async () => {
    const directory = await aScimDirectory({ app: world.app });
    const [before, after] = [unusedEmail(), unusedEmail()];
    const { id } = await directory.user({ userName: before });
    const arrivals = Array.from({ length: 6 }, () => ({
      sub: subject(),
      email: before,
      email_verified: true,
    }));
    const browsers = arrivals.map(() => world.browser());
    await Promise.all([
      ...browsers.map((browser, at) => world.walk(browser, 'google', arrivals[at]!)),
      directory.patch(`Users/${id}`, { op: 'replace', path: 'userName', value: after }),
    ]);
    const { rows } = await world.app.sql.query('select from identities where user_id = $1', [id]);
    expect(rows).toEqual([]);
    const sessions = await world.app.sql.query('select from sessions where user_id = $1', [id]);
    expect(sessions.rows).toEqual([]);
  });

  it('are like new for a user who gets the address after a removal', async () => {
    const directory = await aScimDirectory();
    const { app, slug } = directory.organization;
    const userName = unusedEmail();
    const { id } = await directory.user({ userName });
    await app.sql.query(`update users set password_hash = 'hash', email_confirmed_at = now() where id = $1`, [
      id,
    ]);
    await app.sql.query(
      `insert into second_factors (user_id, sealed_key, started_at, enabled_at)
      values ($1, 'key', now(), now())`,
      [id],
    );
    await app.sql.query('update users set has_second_factor = true where id = $1', [id]);
    const { cookie } = await aSession(id as never);
    expect((await directory.request('DELETE', `Users/${id}`)).status).toBe(204);
    expect((await directory.user({ userName })).id).toBe(id);
    const former = new WireClient(app, { cookie, slug });
    expect((await former.query('organizations.get')).status).toBe(401);
    const { rows } = await app.sql.query(
      `select password_hash as hash, email_confirmed_at as at, has_second_factor as factor,
         exists (select from second_factors where user_id = users.id) as key
       from users where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ hash: null, at: null, factor: false, key: false }]);
  });
});

describe('accounts that the directory does not own', () => {
  it('are added through a verified domain only when their address is confirmed', async () => {
    const directory = await aScimDirectory();
    const { organization } = directory;
    const domain = `${organization.slug}.example.org`;
    await verifiedDomain(organization, domain);
    // Registration does not ask whose the address is.
    const waiting = await anAccount();
    const email = `newcomer@${domain}`;
    const { sql } = organization.app;
    await sql.query('update users set email = $2, email_key = $2 where id = $1', [waiting.userId, email]);
    const post = () => directory.request('POST', 'Users', { userName: email });
    const rejected = await post();
    expect([rejected.status, rejected.body.scimType]).toEqual([409, 'uniqueness']);
    expect(rejected.body.detail).toContain('not verified');
    expect((await waiting.client.query('auth.me')).status).toBe(200);
    await sql.query('update users set email_confirmed_at = now() where id = $1', [waiting.userId]);
    const joined = await post();
    expect([joined.status, joined.body.id]).toEqual([201, waiting.userId]);
    expect((await waiting.client.query('auth.me')).status).toBe(200);
  });

  it('403: an address of a domain that another organization has verified', async () => {
    const [directory, other] = [await aScimDirectory(), await anOrganization()];
    const domain = `${other.slug}.example.org`;
    await verifiedDomain(other, domain);
    const email = `chief@${domain}`;
    const made = await directory.request('POST', 'Users', { userName: 'chief', emails: [{ value: email }] });
    expect([made.status, made.body.status]).toEqual([403, '403']);
    const { id } = await directory.user({ userName: unusedEmail() });
    const moved = await directory.patch(`Users/${id}`, {
      op: 'replace',
      path: 'emails',
      value: [{ value: email }],
    });
    expect(moved.status).toBe(403);
    const { rows } = await other.app.sql.query('select from users where email_key = $1', [email]);
    expect(rows).toEqual([]);
  });
});

describe('accounts that single sign-on created', () => {
  it('can be managed by the directory, which finds them by the user name', async () => {
    const provider = await aSignOn();
    const email = provider.emailOf('person-1');
    expect((await provider.signOn()).status).toBe(303);
    const directory = await aScimDirectory({ organization: provider.organization });
    const found = await directory.filter('Users', `userName eq "${email.toUpperCase()}"`);
    expect(found.body.totalResults).toBe(1);
    const [{ id }] = found.body.Resources;
    const next = provider.emailOf('married');
    const kept = await directory.request('PUT', `Users/${id}`, {
      userName: next,
      externalId: '00u1',
      displayName: 'Sam Married',
      active: true,
    });
    expect([kept.status, kept.body.emails]).toEqual([200, [{ value: next, type: 'work', primary: true }]]);
    const { rows } = await provider.organization.app.sql.query(
      'select name, email from users where id = $1',
      [id],
    );
    expect(rows).toEqual([{ name: 'Sam Married', email: next }]);
    // The identity provider goes on knowing them by its own name for them.
    const again = await provider.signOn({ attributes: { email: next } });
    expect((await provider.browser(sessionOf(again)!).query('auth.me')).data.id).toBe(id);
  });

  it('lose the credentials of an earlier registration when they were waiting for the owner', async () => {
    const provider = await aSignOn();
    const { organization } = provider;
    const waiting = await anAccount();
    const domain = `${organization.slug}.example.org`;
    const email = `newcomer@${domain}`;
    await organization.app.sql.query('update users set email = $2, email_key = $2 where id = $1', [
      waiting.userId,
      email,
    ]);
    await verifiedDomain(organization, domain);
    const answer = await provider.signOn({ attributes: { email } });
    expect([answer.status, await problemOf(provider)]).toEqual([303, null]);
    expect((await provider.browser(sessionOf(answer)!).query('organizations.get')).status).toBe(200);
    const before = new WireClient(organization.app, { cookie: waiting.cookie, slug: organization.slug });
    expect((await before.query('organizations.get')).status).toBe(401);
    const { rows } = await organization.app.sql.query(
      'select password_hash as hash from users where id = $1',
      [waiting.userId],
    );
    expect(rows).toEqual([{ hash: null }]);
  });
});
