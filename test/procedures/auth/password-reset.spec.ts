import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { CredentialRevocation } from '../../../src/access/credential-revocation';
import { SendPasswordResetJob } from '../../../src/modules/accounts/password/send-password-reset.job';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession, anAccount, type TestAccount } from '../../support/factories/account.factory';
import { SmtpSink } from '../../support/smtp-sink';

const FORGOT = '/api/auth/forgot-password';
const RESET = '/api/auth/reset-password';
const LINK = /http:\/\/trestle\.test\/reset-password\?token=([A-Za-z0-9_-]{43})\r?\n/;

describe('password reset', () => {
  let sink: SmtpSink;
  let app: TestApp;
  let client: WireClient;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    app = await startApp({ SMTP_URL: sink.url, MAIL_FROM: 'Trestle <trestle@example.com>' });
    client = new WireClient(app);
  });
  afterAll(async () => {
    await app.close();
    await sink.close();
  });
  afterEach(() => useClock());

  /** The next mail to an address about this; others can arrive in between, also from other tests. */
  const mailTo = async (email: string, subject = 'Reset your password') => {
    for (;;) {
      const mail = await sink.next();
      if (mail.to.includes(email) && mail.headers['subject'] === subject) return mail;
    }
  };
  /** Asks for a mail over the wire and takes the token out of it. */
  const tokenFor = async ({ email }: TestAccount): Promise<string> => {
    await client.request('POST', FORGOT, { email });
    return LINK.exec((await mailTo(email)).text)![1]!;
  };
  const reset = (token: string, password = 'a whole new password') =>
    client.request('POST', RESET, { token, password });
  const signIn = ({ email }: TestAccount, password: string) =>
    client.request('POST', '/api/auth/signin', { email, password });

  describe(`POST ${FORGOT}`, () => {
    it('202: mails a link of the configured address, whatever host was called', async () => {
      const { email } = await anAccount({ app });
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      const answer = await client.request('POST', FORGOT, { email: ` ${email.toUpperCase()}` }, headers);
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual({ success: true });
      const mail = await mailTo(email);
      expect(mail).toMatchObject({ from: 'trestle@example.com', to: [email] });
      expect(mail.headers).toMatchObject({
        to: email,
        from: 'Trestle <trestle@example.com>',
        subject: 'Reset your password',
        'content-type': 'text/plain; charset=utf-8',
        'auto-submitted': 'auto-generated',
      });
      expect(mail.text).toMatch(LINK);
      expect(mail.raw).not.toContain('evil');
    });

    it('202: the same for an unknown address, which gets no mail', async () => {
      const account = await anAccount({ app });
      const known = await client.request('POST', FORGOT, { email: account.email });
      await mailTo(account.email);
      const unknown = await client.request('POST', FORGOT, { email: `unknown-${account.email}` });
      expect(unknown.status).toBe(known.status);
      expect(unknown.body).toEqual(known.body);
      await app.nest
        .get(SendPasswordResetJob, { strict: false })
        .perform({ email: `unknown-${account.email}` });
      expect(sink.mails.filter(({ to }) => to.includes(`unknown-${account.email}`))).toEqual([]);
    });

    it.each([
      ['no e-mail', {}, 'email'],
      ['an invalid e-mail', { email: 'x' }, 'email'],
      ['a list', { email: ['a@example.com'] }, 'email'],
      ['an unknown key', { email: 'a@example.com', redirect: 'https://evil.example' }, 'redirect'],
    ])('400: %s', async (_what, input, path) => {
      const { status, error } = await client.request('POST', FORGOT, input);
      expect(status).toBe(400);
      expect(error!.data).toMatchObject({ path: FORGOT });
      expect(error!.data.issues!.map((issue) => issue.path)).toEqual([path]);
    });
  });

  describe(`POST ${RESET}`, () => {
    it('204: sets the password and ends every session of the user, and of no other user', async () => {
      const account = await anAccount({ app });
      const other = await anAccount({ app });
      const second = await aSession(account.userId, { app });
      const clients = [account.client, new WireClient(app, { cookie: second.cookie })];
      for (const one of clients) expect((await one.query('auth.me')).status).toBe(200);
      const answer = await reset(await tokenFor(account), 'a whole new password');
      expect(answer.status).toBe(204);
      expect(answer.body).toBe('');
      for (const one of clients) expect((await one.query('auth.me')).status).toBe(401);
      expect((await other.client.query('auth.me')).status).toBe(200);
      expect((await signIn(account, account.password)).status).toBe(401);
      expect((await signIn(account, 'a whole new password')).status).toBe(200);
    });

    it('204: notifies the owner by mail, and revokes the grants of the old password', async () => {
      const account = await anAccount({ app });
      const ended: string[] = [];
      const granted = app.nest.get(CredentialRevocation, { strict: false });
      granted.add({ endAccessOf: async (_tx, userId) => void ended.push(userId) });
      await reset(await tokenFor(account));
      expect(ended).toEqual([account.userId]);
      expect((await mailTo(account.email, 'Your password was reset')).text).toContain(account.email);
    });

    it('204: memberships are unchanged', async () => {
      const account = await anAccount({ app });
      await app.sql.query(`update members set status = 'deactivated' where user_id = $1`, [account.userId]);
      await reset(await tokenFor(account));
      const { rows } = await app.sql.query('select status from members where user_id = $1', [account.userId]);
      expect(rows).toEqual([{ status: 'deactivated' }]);
    });

    it('400: a second use, and of five concurrent uses one succeeds', async () => {
      const account = await anAccount({ app });
      const token = await tokenFor(account);
      const passwords = Array.from({ length: 5 }, (_none, index) => `new password ${index}`);
      const answers = await Promise.all(passwords.map((password) => reset(token, password)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([204, 400, 400, 400, 400]);
      const again = await reset(token);
      expect(again.status).toBe(400);
      expect(again.error!.data.issues!.map((issue) => issue.path)).toEqual(['token']);
      const winner = passwords[answers.findIndex((answer) => answer.status === 204)]!;
      expect((await signIn(account, winner)).status).toBe(200);
    });

    it('400: after a newer link was sent', async () => {
      const account = await anAccount({ app });
      const older = await tokenFor(account);
      const newer = await tokenFor(account);
      expect((await reset(older)).status).toBe(400);
      expect((await reset(newer)).status).toBe(204);
    });

    it('400: after ten minutes', async () => {
      const account = await anAccount({ app });
      const token = await tokenFor(account);
      useClock({ now: () => new Date(Date.now() + 10 * 60_000) });
      expect((await reset(token)).status).toBe(400);
      useClock();
      expect((await reset(token)).status).toBe(204);
    });

    it('400: an unknown token, with the response of a used one', async () => {
      const account = await anAccount({ app });
      const token = await tokenFor(account);
      await reset(token);
      const used = await reset(token);
      const made = await reset('A'.repeat(43));
      expect(made.body).toEqual(used.body);
      const session = account.cookie.split('=')[1]!;
      expect((await reset(session.slice(0, 200))).status).toBe(400);
    });

    it('400: a common password, and the user’s own name or address; the token remains valid', async () => {
      const account = await anAccount({ app });
      const token = await tokenFor(account);
      const rejected = [
        'password123',
        'QWERTYUIOP',
        account.email,
        account.email.split('@')[0]!,
        'OliviaOwner',
      ];
      for (const password of rejected) {
        const { status, error } = await reset(token, password);
        expect([password, status, error?.data.issues?.[0]?.path]).toEqual([password, 400, 'password']);
      }
      expect((await reset(token)).status).toBe(204);
    });

    it.each([
      ['no token', { password: 'a whole new password' }, ['token']],
      ['a short password', { token: 'x', password: 'short' }, ['password']],
      ['a password with NUL', { token: 'x', password: 'password\u0000' }, ['password']],
      ['a user id', { token: 'x', password: 'a whole new password', userId: 'usr_x' }, ['userId']],
    ])('400: %s', async (_what, input, paths) => {
      const { status, error } = await client.request('POST', RESET, input);
      expect(status).toBe(400);
      expect(error!.data.issues!.map((issue) => issue.path)).toEqual(paths);
    });
  });

  it('stores no token: neither the database nor the queue contains what the mail contains', async () => {
    const account = await anAccount({ app });
    const token = await tokenFor(account);
    const { rows: tables } = await app.sql.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'graphile_worker')`,
    );
    for (const { name } of tables) {
      const { rows } = await app.sql.query(`select from ${name} row where row::text like $1`, [`%${token}%`]);
      expect([name, rows.length]).toEqual([name, 0]);
    }
  });
});

describe('password reset where this process sends no mail', () => {
  it('known and unknown addresses create the same job', async () => {
    const app = await startApp({ ROLES: 'api' });
    try {
      const { email } = await anAccount({ app });
      const client = new WireClient(app);
      for (const address of [email.toUpperCase(), `unknown-${email}`]) {
        expect((await client.request('POST', FORGOT, { email: address })).status).toBe(202);
      }
      const { rows } = await app.sql.query(
        `select task.identifier, job.payload, job.max_attempts
         from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
         order by job.id`,
      );
      const job = { identifier: 'accounts.send-password-reset', max_attempts: 6 };
      expect(rows).toEqual([
        { ...job, payload: { email } },
        { ...job, payload: { email: `unknown-${email}` } },
      ]);
      expect((await app.sql.query('select from password_resets')).rows).toHaveLength(0);
    } finally {
      await app.close();
    }
  });
});
