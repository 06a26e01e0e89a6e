import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { sharedApp } from '../../support/app';
import { type ShownAuditEntry } from '../../support/audit';
import { WireClient } from '../../support/client';
import { anAccount, aSession, cookieOf, type TestAccount } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';

async function entriesOf({ userId, slug }: TestAccount): Promise<ShownAuditEntry[]> {
  // The sign-ins of a test can have ended other sessions: a separate session reads the log.
  const { cookie } = await aSession(userId);
  const { data } = await new WireClient(await sharedApp(), { cookie, slug }).query('audit.list', {});
  return data.entries;
}

const looks = (entries: ShownAuditEntry[]) =>
  entries.map(({ action, outcome, reason, actor }) => [action, outcome, reason, actor?.id ?? null]);

describe('the audit log of the sign-in routes', () => {
  const anonymous = async (slug?: string) => new WireClient(await sharedApp(), slug ? { slug } : {});
  const signIn = async (slug: string | undefined, email: string, password: string) =>
    (await anonymous(slug)).request('POST', '/api/auth/signin', { email, password });

  it('on an organization’s host: who signed in and out, and how', async () => {
    const account = await anAccount();
    const { userId, slug, email, password } = account;
    const answer = await signIn(slug, email, password);
    expect(answer.status).toBe(200);
    const client = (await anonymous(slug)).as({ cookie: cookieOf(answer.headers['set-cookie']!) });
    expect((await client.request('POST', '/api/auth/signout')).status).toBe(204);
    expect((await client.request('POST', '/api/auth/signout')).status).toBe(204);
    const entries = await entriesOf(account);
    expect(looks(entries)).toEqual([
      ['auth.signout', 'success', null, userId],
      ['auth.signin', 'success', null, userId],
    ]);
    expect(entries[1]).toMatchObject({
      details: { method: 'password' },
      credential: { kind: 'session', id: entries[0]!.credential!.id },
      ip: '127.0.0.1',
      target: userId,
    });
    expect(JSON.stringify(entries)).not.toContain(password);
  });

  it('denied sign-ins: a wrong password of a member, and unknown addresses', async () => {
    const account = await anAccount();
    const elsewhere = await anAccount();
    const { slug, email, userId } = account;
    for (const address of [email, 'unknown@example.com', elsewhere.email]) {
      expect((await signIn(slug, address, 'not the password')).status).toBe(401);
    }
    const entries = await entriesOf(account);
    expect(looks(entries)).toEqual([
      ['auth.signin', 'failure', 'unknown_account', null],
      ['auth.signin', 'failure', 'unknown_account', null],
      ['auth.signin', 'failure', 'wrong_password', userId],
    ]);
    expect(entries.map(({ details }) => details)).toEqual([
      { email: elsewhere.email },
      { email: 'unknown@example.com' },
      {},
    ]);
    expect(JSON.stringify(entries)).not.toContain('not the password');
    expect(await entriesOf(elsewhere)).toEqual([]);
  });

  it('at the apex: in each organization of the user, and in no other', async () => {
    const account = await anAccount();
    const { userId, email, password } = account;
    const [second, former] = [await anOrganization(), await anOrganization()];
    const { sql } = await sharedApp();
    for (const [id, status] of [
      [second.id, 'active'],
      [former.id, 'deactivated'],
    ]) {
      await sql.query(
        `insert into members (organization_id, user_id, role, status, created_at, updated_at)
         values ($1, $2, 'member', $3, now(), now())`,
        [id, userId, status],
      );
    }
    expect((await signIn(undefined, email, password)).status).toBe(200);
    expect((await signIn(undefined, email, 'not the password')).status).toBe(401);
    expect((await signIn(undefined, 'unknown@example.com', 'not the password')).status).toBe(401);
    await vi.waitFor(async () => {
      for (const [id, count] of [
        [account.organizationId, 2],
        [second.id, 2],
        [former.id, 0],
      ]) {
        const { rowCount } = await sql.query('select from audit_entries where organization_id = $1', [id]);
        expect(rowCount).toBe(count);
      }
    });
    expect(looks(await entriesOf(account))).toEqual([
      ['auth.signin', 'failure', 'wrong_password', userId],
      ['auth.signin', 'success', null, userId],
    ]);
  });

  it('a new account: in the organization that it creates', async () => {
    const email = `founder-${createHash('sha1').update(String(process.hrtime())).digest('hex')}@example.com`;
    const body = { name: 'Fran', email, password: 'a good long password', organizationName: 'Founded' };
    const { status, body: answer } = await (await anonymous()).request('POST', '/api/auth/register', body);
    expect(status).toBe(201);
    const { user, organization } = answer as { user: { id: string }; organization: { id: string } };
    const { rows } = await (
      await sharedApp()
    ).sql.query(
      `select action, actor_id as actor, actor_name as name from audit_entries where organization_id = $1`,
      [organization.id],
    );
    expect(rows).toEqual([{ action: 'auth.register', actor: user.id, name: 'Fran' }]);
  });
});
