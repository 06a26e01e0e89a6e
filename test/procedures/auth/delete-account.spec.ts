import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { EraseAccountJob } from '../../../src/modules/erasure/erase-account.job';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { Mailbox } from '../../support/mailbox';
import { PageBrowser, wordsOf } from '../../support/page-browser';

const NAME = 'auth.deleteAccount';
const RESTORE = /http:\/\/trestle\.test(\/restore-account\?token=[\w.-]+)\r?\n/;

describe('auth.deleteAccount', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });
  afterEach(() => useClock());

  const sessionOf = async (member: TestMember, { slug }: TestOrganization) =>
    new WireClient(app, { cookie: (await aSession(member.userId)).cookie, slug });
  const aLeaver = async () => {
    const own = await anOrganization();
    const member = await own.addMember('member');
    return { own, member, session: await sessionOf(member, own) };
  };
  const rowOf = async (userId: string) => {
    const { rows } = await app.sql.query<{
      name: string;
      email: string;
      email_key: string;
      deleted_at: Date | null;
    }>('select name, email, email_key, deleted_at from users where id = $1', [userId]);
    return rows[0]!;
  };
  const link = async (address: string) =>
    RESTORE.exec((await Mailbox.of(app).next(address, RESTORE)).text)![1]!;
  const restore = async (path: string) => {
    const browser = new PageBrowser(app);
    return browser.submit(await browser.get(path), '/restore-account');
  };

  it('200: ends access and memberships at once, replaces name and address, and audits it in the organization', async () => {
    const { own, member, session } = await aLeaver();
    const { data } = await session.mutate(NAME, {});
    expect(Date.parse(data.erasedAt)).toBeGreaterThan(Date.now() + 7 * 86_400_000);
    expect([(await session.query('auth.me')).status, (await member.client.query('auth.me')).status]).toEqual([
      401, 401,
    ]);
    expect(await rowOf(member.userId)).toMatchObject({
      name: 'Deleted user',
      email: `${member.userId.toLowerCase()}@deleted.invalid`,
    });
    const members = await own.owner.client.query('organizations.members.list', {});
    expect(JSON.stringify(members.data)).not.toContain(member.userId);
    const log = await own.owner.client.query('audit.list', { action: NAME });
    expect(log.data.entries).toEqual([
      expect.objectContaining({
        outcome: 'success',
        target: member.userId,
        actor: expect.objectContaining({ email: member.email }),
      }),
    ]);
  });

  it('restores the account with the mailed link, once, without its memberships, and mails a link for a new password', async () => {
    const { member, session } = await aLeaver();
    await session.mutate(NAME, {});
    const path = await link(member.email);
    expect((await restore(path)).location).toBe('/signin?done=account-restored');
    expect(await rowOf(member.userId)).toMatchObject({
      name: member.name,
      email: member.email,
      deleted_at: null,
    });
    expect((await Mailbox.of(app).next(member.email, /reset-password/)).to).toContain(member.email);
    expect((await restore(path)).status).toBe(400);
    const me = await (await sessionOf(member, { slug: '' } as TestOrganization)).query('auth.me');
    expect(me.data.memberships).toEqual([]);
  });

  it('400: the link after seven days, and with a changed token', async () => {
    const { member, session } = await aLeaver();
    await session.mutate(NAME, {});
    const path = await link(member.email);
    expect((await restore(`${path}x`)).status).toBe(400);
    const now = Date.now();
    useClock({ now: () => new Date(now + 8 * 86_400_000) });
    expect((await restore(path)).status).toBe(400);
  });

  it('409: restoring when another account has the address by now', async () => {
    const { member, session } = await aLeaver();
    await session.mutate(NAME, {});
    const path = await link(member.email);
    const other = await (await anOrganization()).addMember('member');
    await app.sql.query('update users set email = $2, email_key = $2 where id = $1', [
      other.userId,
      member.email,
    ]);
    expect((await restore(path)).status).toBe(409);
  });

  it('does not erase an account that was restored', async () => {
    const { member, session } = await aLeaver();
    await session.mutate(NAME, {});
    const { rows } = await app.sql.query<{ payload: never }>(
      `select payload from graphile_worker._private_jobs where payload->>'userId' = $1 and payload->>'name' = $2
         and payload->>'byOrganizationId' is null and run_at > now() + interval '1 day'`,
      [member.userId, member.name],
    );
    expect(rows).toHaveLength(1);
    await restore(await link(member.email));
    await app.nest.get(EraseAccountJob, { strict: false }).perform(rows[0]!.payload);
    expect(await rowOf(member.userId)).toMatchObject({ name: member.name, email: member.email });
  });

  it('409: for the owner of an organization, which it names', async () => {
    const own = await anOrganization();
    const { status, error } = await (await sessionOf(own.owner as never, own)).mutate(NAME, {});
    expect([status, error!.message]).toEqual([409, expect.stringContaining(own.slug)]);
    expect((await own.owner.client.query('auth.me')).status).toBe(200);
  });

  it('200: for the owner of an organization that is deleted', async () => {
    const own = await anOrganization();
    await own.owner.client.mutate('organizations.delete', { slug: own.slug });
    const session = new WireClient(app, { cookie: (await aSession(own.owner.userId)).cookie, slug: '' });
    expect((await session.mutate(NAME, {})).status).toBe(200);
  });

  it('400: without a password when the session is older than ten minutes; 403: with a token, and in a single sign-on', async () => {
    const { own, member, session } = await aLeaver();
    await app.sql.query(
      `update sessions set created_at = created_at - interval '11 minutes' where user_id = $1`,
      [member.userId],
    );
    expect((await session.mutate(NAME, {})).status).toBe(400);
    expect((await session.mutate(NAME, { password: 'not the password' })).status).toBe(400);
    expect((await member.client.mutate(NAME, {})).status).toBe(403);
    const { cookie } = await aSession(member.userId, { method: 'saml', signOnOrganizationId: own.id });
    expect((await new WireClient(app, { cookie, slug: own.slug }).mutate(NAME, {})).status).toBe(403);
    expect((await rowOf(member.userId)).deleted_at).toBeNull();
  });

  it('409 or 401: of two deletions at the same time, one succeeds', async () => {
    const { session } = await aLeaver();
    const statuses = await Promise.all([session.mutate(NAME, {}), session.mutate(NAME, {})]);
    expect(statuses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  it('is a page of the account settings', async () => {
    const { member } = await aLeaver();
    const browser = new PageBrowser(app, { cookie: (await aSession(member.userId)).cookie });
    const page = await browser.get('/settings/account/delete');
    expect(wordsOf(page)).toContain(member.email);
    const done = await browser.submit(page, '/settings/account/delete');
    expect(done.location).toBe('/signin?done=account-deleted');
    expect(await rowOf(member.userId)).toMatchObject({ name: 'Deleted user' });
  });
});
