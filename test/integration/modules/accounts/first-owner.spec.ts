import { afterEach, describe, expect, it } from 'vitest';
import { createFirstOwner } from '../../../../src/first-owner';
import { SendOwnerInvitationJob } from '../../../../src/modules/accounts/recovery/send-owner-invitation.job';
import type { UserId } from '../../../../src/kernel/ids';
import { Log } from '../../../../src/platform/logging/log';
import { startApp, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import { cloneDatabase } from '../../../support/database';
import { anAccount, cookieOf } from '../../../support/factories/account.factory';
import { SmtpSink } from '../../../support/smtp-sink';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery';
const CLOSED = { REGISTRATION: 'closed', BOOTSTRAP_OWNER_EMAIL: EMAIL };

const tokenOf = (text: string): string => /reset-password\?token=([\w-]{43})/.exec(text)![1]!;

describe('BOOTSTRAP_OWNER_EMAIL', () => {
  const started: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const each of started.splice(0).toReversed()) await each.close();
  });

  async function start(env: Record<string, string> = {}, log?: Log): Promise<TestApp> {
    const app = await startApp({ ROLES: 'api', ...CLOSED, ...env }, log);
    started.push(app);
    return app;
  }

  const emails = async (app: TestApp): Promise<string[]> => {
    const { rows } = await app.sql.query<{ email: string }>('select email from users order by email');
    return rows.map(({ email }) => email);
  };

  async function signIn(app: TestApp, token: string, slug: string): Promise<WireClient> {
    const anyone = new WireClient(app);
    const reset = await anyone.request('POST', '/api/auth/reset-password', { token, password: PASSWORD });
    expect(reset.status).toBe(204);
    const signedIn = await anyone.request('POST', '/api/auth/signin', { email: EMAIL, password: PASSWORD });
    expect(signedIn.status).toBe(200);
    return anyone.as({ cookie: cookieOf([signedIn.headers['set-cookie']].flat()[0]!), slug });
  }

  it('without SMTP_URL, creates an owner who sets a password with a link of the log, also at LOG_LEVEL=silent', async () => {
    const lines: string[] = [];
    const app = await start({}, new Log({ write: (line) => void lines.push(line) }, 'silent'));
    const created = await createFirstOwner(app.nest);
    expect(created).toMatchObject({ email: EMAIL, organization: 'main-organization' });
    const told = lines.filter((line) => line.includes(created!.password!.link));
    expect(told.length).toBe(1);
    const owner = await signIn(app, tokenOf(told[0]!), 'main-organization');
    const me = await owner.query('auth.me');
    expect(me.data).toMatchObject({ email: EMAIL, name: 'ada' });
    expect(me.data.memberships).toMatchObject([{ organizationSlug: 'main-organization', role: 'owner' }]);
    // The link works once, and no one else can register.
    const again = await new WireClient(app).request('POST', '/api/auth/reset-password', {
      token: tokenOf(told[0]!),
      password: PASSWORD,
    });
    expect(again.status).toBe(400);
    const other = { name: 'Mallory', email: 'm@example.com', password: PASSWORD, organizationName: 'M' };
    expect((await new WireClient(app).request('POST', '/api/auth/register', other)).status).toBe(403);
  });

  it('does nothing at a second start, nor in an installation that has an account', async () => {
    const app = await start();
    await createFirstOwner(app.nest);
    expect(await createFirstOwner(app.nest)).toBeNull();
    const changed = await start({
      DATABASE_URL: app.databaseUrl,
      BOOTSTRAP_OWNER_EMAIL: 'grace@example.com',
    });
    expect(await createFirstOwner(changed.nest)).toBeNull();
    expect(await emails(app)).toEqual([EMAIL]);

    const used = await start();
    const { email } = await anAccount({ app: used });
    expect(await createFirstOwner(used.nest)).toBeNull();
    expect(await emails(used)).toEqual([email]);
  });

  it('creates no one without the variable', async () => {
    const app = await start({ BOOTSTRAP_OWNER_EMAIL: '' });
    expect(await createFirstOwner(app.nest)).toBeNull();
    expect(await emails(app)).toEqual([]);
  });

  it('creates one owner when several processes start together', async () => {
    const DATABASE_URL = await cloneDatabase();
    const apps = await Promise.all(Array.from({ length: 4 }, () => start({ DATABASE_URL })));
    const all = await Promise.all(apps.map(({ nest }) => createFirstOwner(nest)));
    expect(all.filter((created) => created !== null).length).toBe(1);
    expect(await emails(apps[0]!)).toEqual([EMAIL]);
    const { rows } = await apps[0]!.sql.query('select slug from organizations');
    expect(rows).toEqual([{ slug: 'main-organization' }]);
  });

  it('with SMTP_URL, invites the owner by mail; a repeated attempt resets no password', async () => {
    const sink = await SmtpSink.start();
    started.push(sink);
    const lines: string[] = [];
    const app = await start(
      { SMTP_URL: sink.url, SINGLE_ORG: 'acme', BOOTSTRAP_ORGANIZATION: 'Acme Inc.', ROLES: 'api,worker' },
      new Log({ write: (line) => void lines.push(line) }),
    );
    expect(await createFirstOwner(app.nest)).toEqual({ email: EMAIL, organization: 'acme', password: null });
    const mail = await sink.next();
    expect(mail.to).toEqual([EMAIL]);
    const token = tokenOf(mail.text);
    expect(lines.join('')).not.toContain(token);
    const owner = await signIn(app, token, 'acme');
    expect((await owner.query('organizations.get')).data).toMatchObject({ name: 'Acme Inc.', slug: 'acme' });
    const { rows } = await app.sql.query<{ id: UserId }>('select id from users');
    const job = app.nest.get(SendOwnerInvitationJob, { strict: false });
    await job.perform({ userId: rows[0]!.id });
    expect(sink.mails.filter(({ text }) => text.includes('reset-password')).length).toBe(1);
    expect((await owner.query('auth.me')).status).toBe(200);
  });

  it('is in the audit log of the organization, as the operator', async () => {
    const app = await start();
    await createFirstOwner(app.nest);
    const { rows } = await app.sql.query(
      `select action, credential_kind as kind from audit_entries where action = 'organizations.create'`,
    );
    expect(rows).toEqual([{ action: 'organizations.create', kind: 'operator' }]);
  });

  it('names the variable when no owner can be created', async () => {
    const app = await start({ SINGLE_ORG: 'acme' });
    await createFirstOwner(app.nest);
    await app.sql.query('truncate users cascade');
    await expect(createFirstOwner(app.nest)).rejects.toThrow(
      /^BOOTSTRAP_OWNER_EMAIL: the owner cannot be created: /,
    );
    expect(await emails(app)).toEqual([]);
  });
});
