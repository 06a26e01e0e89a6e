import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CredentialRevocation } from '../../../src/access/credential-revocation';
import { useClock } from '../../../src/kernel/clock';
import { PasswordHasherService } from '../../../src/modules/accounts/password/password-hasher.service';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession, anAccount, type TestAccount } from '../../support/factories/account.factory';

const NAME = 'auth.changePassword';
const NEW = 'a whole new password';

describe('auth.changePassword', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());
  afterEach(() => {
    useClock();
    vi.restoreAllMocks();
  });

  const change = (account: TestAccount, input: object = {}, headers: Record<string, string> = {}) =>
    account.client.mutate(NAME, { currentPassword: account.password, newPassword: NEW, ...input }, headers);
  const signIn = async ({ email }: TestAccount, password: string) =>
    (await new WireClient(app).request('POST', '/api/auth/signin', { email, password })).status;

  it('200: sets the password, revokes other sessions and grants, and notifies the owner', async () => {
    const account = await anAccount({ app });
    const stranger = await anAccount({ app });
    const other = new WireClient(app, { cookie: (await aSession(account.userId, { app })).cookie });
    const ended: string[] = [];
    app.nest
      .get(CredentialRevocation, { strict: false })
      .add({ endAccessOf: async (_tx, id) => void ended.push(id) });
    expect((await other.query('auth.me')).status).toBe(200);
    const answer = await change(account);
    expect(answer.data).toEqual({ success: true });
    expect((await other.query('auth.me')).status).toBe(401);
    expect((await account.client.query('auth.me')).status).toBe(200);
    expect((await stranger.client.query('auth.me')).status).toBe(200);
    expect(ended).toEqual([account.userId]);
    expect(await signIn(account, account.password)).toBe(401);
    expect(await signIn(account, NEW)).toBe(200);
    const { rows } = await app.sql.query(
      `select payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       where task.identifier = 'accounts.send-account-notice' and job.payload->>'userId' = $1`,
      [account.userId],
    );
    expect(rows).toEqual([{ payload: { userId: account.userId, notice: 'password-changed' } }]);
  });

  it('200: with an Idempotency-Key only once, and without hashing inside a transaction', async () => {
    const account = await anAccount({ app });
    const hasher = app.nest.get(PasswordHasherService, { strict: false });
    const hash = hasher.hash.bind(hasher);
    const idle: number[] = [];
    vi.spyOn(hasher, 'hash').mockImplementation(async (password) => {
      const { rows } = await app.sql.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
      );
      idle.push(rows[0]!.count);
      return hash(password);
    });
    const headers = { 'idempotency-key': 'change-once' };
    const first = await change(account, {}, headers);
    expect(first.data).toEqual({ success: true });
    const again = await change(account, {}, headers);
    expect(again.bytes).toEqual(first.bytes);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(idle).toEqual([0]);
    expect((await change(account, { newPassword: 'yet another password' }, headers)).status).toBe(409);
    expect(await signIn(account, NEW)).toBe(200);
  });

  it('200: is in the audit log of the user’s organizations, without a password', async () => {
    const account = await anAccount({ app });
    await change(account);
    const { data } = await account.client.query('audit.list', { action: NAME });
    expect(data.entries).toEqual([expect.objectContaining({ action: NAME, outcome: 'success' })]);
    expect(JSON.stringify(data)).not.toMatch(/whole new|correct horse/);
  });

  it('400: a wrong current password; after ten in a quarter of an hour, 429 for the right one too', async () => {
    const account = await anAccount({ app });
    const wrong = { currentPassword: 'not the password' };
    const answers = await Promise.all(Array.from({ length: 14 }, () => change(account, wrong)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 400),
      ...Array.from({ length: 4 }, () => 429),
    ]);
    const rejected = answers.find(({ status }) => status === 400)!;
    expect(rejected.error!.data.issues!.map(({ path }) => path)).toEqual(['currentPassword']);
    const locked = await change(account);
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await account.client.query('auth.me')).status).toBe(200);
    useClock({ now: () => new Date(Date.now() + 15 * 60_000) });
    expect((await change(account)).status).toBe(200);
  });

  it('400: a wrong attempt with an Idempotency-Key counts as well', async () => {
    const account = await anAccount({ app });
    const wrong = { currentPassword: 'not the password' };
    for (let index = 0; index < 10; index += 1)
      expect((await change(account, wrong, { 'idempotency-key': `try-${index}` })).status).toBe(400);
    expect((await change(account, wrong, { 'idempotency-key': 'try-10' })).status).toBe(429);
  });

  it('200: of two concurrent calls with the same current password one succeeds, the other gets an error', async () => {
    const account = await anAccount({ app });
    const passwords = ['new password of one', 'new password of two'];
    const answers = await Promise.all(passwords.map((newPassword) => change(account, { newPassword })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()[0]).toBe(200);
    expect([400, 409]).toContain(statuses.toSorted()[1]);
    expect(await signIn(account, passwords[statuses.indexOf(200)]!)).toBe(200);
  });

  it.each([
    ['no new one', { newPassword: undefined }, 'newPassword'],
    ['one of 7', { newPassword: 'short 7' }, 'newPassword'],
    ['one of 129', { newPassword: 'x'.repeat(129) }, 'newPassword'],
    ['a common one', { newPassword: 'Password123' }, 'newPassword'],
    ['the user’s name', { newPassword: 'olivia owner' }, 'newPassword'],
    ['the same again', { newPassword: 'correct horse battery' }, 'newPassword'],
    ['NUL', { newPassword: 'password\u0000 and more' }, 'newPassword'],
    ['an empty current one', { currentPassword: '' }, 'currentPassword'],
    ['a huge current one', { currentPassword: 'x'.repeat(2000) }, 'currentPassword'],
    ['another person', { userId: 'usr_x' }, 'userId'],
  ])('400: %s; the password is unchanged', async (_what, input, path) => {
    const account = await anAccount({ app });
    const { status, error } = await change(account, input);
    expect([status, error!.data.issues!.map((issue) => issue.path)]).toEqual([400, [path]]);
    expect(await signIn(account, account.password)).toBe(200);
  });

  it('accepts 8 to 128 characters as users count them, in full and case-sensitively', async () => {
    const account = await anAccount({ app });
    const long = `${'🔑'.repeat(127)}A`;
    expect((await change(account, { newPassword: long })).status).toBe(200);
    expect(await signIn(account, `${'🔑'.repeat(127)}a`)).toBe(401);
    expect(await signIn(account, '🔑'.repeat(127))).toBe(401);
    expect(await signIn(account, long)).toBe(200);
  });

  it('401 and 403: no credential, another site, and a token with any scope', async () => {
    const account = await anAccount({ app });
    expect((await new WireClient(app).mutate(NAME, {})).status).toBe(401);
    expect((await change(account, {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await signIn(account, account.password)).toBe(200);
  });

  it('400: an account without a password sets one through the reset mail instead', async () => {
    const account = await anAccount({ app });
    await app.sql.query('update users set password_hash = null where id = $1', [account.userId]);
    expect((await change(account)).status).toBe(400);
  });
});
