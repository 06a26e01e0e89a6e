import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, TEST_SECRET, type TestApp } from '../support/app';
import { withSecondFactor } from '../support/authenticator';
import { WireClient } from '../support/client';
import { anAccount, type TestAccount } from '../support/factories/account.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { Installation } from '../support/installation';
import { START } from '../support/service-process';

const PASSWORD = 'a passphrase of the operator';

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end, with a standard input. */
function run(words: string[], env: Record<string, string>, input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [START, ...words], {
      env: { PATH: process.env['PATH'], ...env },
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const ended = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk.toString()));
    child.once('close', (status) => {
      // The first command may build.
      const stderr = ended.stderr.replace(/^Building Trestle.*\n/, '');
      resolve({ status, stdout: ended.stdout, stderr });
    });
    // A command that rejects its options does not read.
    child.stdin.once('error', () => undefined).end(input);
  });
}

describe('commands for accounts', () => {
  let app: TestApp;
  let installation: Installation;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api', REGISTRATION: 'closed' });
  });
  afterAll(() => app?.close());
  beforeEach(() => {
    installation = new Installation();
  });
  afterEach(() => installation.discard());

  const command = (words: string[], input = '') =>
    run(
      words,
      {
        DATABASE_URL: app.databaseUrl,
        APP_SECRET: TEST_SECRET,
        DATA_DIR: installation.dataDir,
        PUBLIC_URL: 'http://trestle.test',
        REGISTRATION: 'closed',
      },
      input,
    );
  const signIn = async (email: string, password: string, code?: string) =>
    (await new WireClient(app).request('POST', '/api/auth/signin', { email, password, code })).status;
  const resetWith = async (link: string, password: string) => {
    const token = new URL(link).searchParams.get('token');
    return (await new WireClient(app).request('POST', '/api/auth/reset-password', { token, password }))
      .status;
  };
  const auditOf = async (organizationId: string) => {
    const { rows } = await app.sql.query<{ action: string; kind: string; target: string }>(
      `select action, credential_kind as kind, target from audit_entries
       where organization_id = $1 and credential_kind = 'operator' order by id`,
      [organizationId],
    );
    return rows;
  };
  const ownersOf = async (organizationId: string) => {
    const { rows } = await app.sql.query<{ user_id: string; role: string }>(
      `select user_id, role from members where organization_id = $1 and role in ('owner', 'admin') order by role`,
      [organizationId],
    );
    return Object.fromEntries(rows.map(({ user_id, role }) => [role, user_id]));
  };

  describe('create-owner', () => {
    it('creates an organization and its owner, whose link sets a password once', async () => {
      const words = ['--email', 'First.Owner@example.com', '--name', 'First', '--organization', 'First & Co'];
      const { status, stdout, stderr } = await command(['create-owner', ...words, '--json']);
      expect([status, stderr]).toEqual([0, '']);
      const created = JSON.parse(stdout);
      expect(created).toEqual({
        userId: expect.stringMatching(/^usr_/),
        email: 'First.Owner@example.com',
        organization: { id: expect.stringMatching(/^org_/), slug: 'first-co' },
        isNewAccount: true,
        isNewOrganization: true,
        link: expect.stringMatching(/^http:\/\/trestle\.test\/reset-password\?token=/),
        expiresAt: expect.stringMatching(/Z$/),
      });
      expect(await ownersOf(created.organization.id)).toEqual({ owner: created.userId });
      expect(await resetWith(created.link, PASSWORD)).toBe(204);
      expect(await resetWith(created.link, PASSWORD)).toBe(400);
      expect(await signIn('first.owner@example.com', PASSWORD)).toBe(200);
      expect(await auditOf(created.organization.id)).toEqual([
        { action: 'organizations.create', kind: 'operator', target: created.organization.id },
        { action: 'auth.forgotPassword', kind: 'operator', target: created.userId },
      ]);
    });

    it('replaces the owner of an organization on request, with an account that exists', async () => {
      const organization = await anOrganization({ app });
      const successor = await anAccount({ app });
      const words = ['create-owner', '--email', successor.email, '--slug', organization.slug];
      expect(await command(words)).toEqual({
        status: 1,
        stdout: '',
        stderr: `Trestle cannot create the owner: The organization has an owner, ${organization.owner.email}\n`,
      });
      const { status, stdout } = await command([...words, '--replace-owner']);
      expect([status, stdout]).toEqual([
        0,
        `${successor.email} is the owner of the organization ${organization.slug}\n`,
      ]);
      expect(await ownersOf(organization.id)).toEqual({
        owner: successor.userId,
        admin: organization.owner.userId,
      });
      // The process that served the organization before sees the change.
      await expect
        .poll(async () => {
          const me = new WireClient(app, { cookie: successor.cookie, slug: organization.slug });
          return (await me.mutate('organizations.update', { name: 'Recovered' })).status;
        })
        .toBe(200);
      expect(await auditOf(organization.id)).toEqual([
        { action: 'organizations.transferOwnership', kind: 'operator', target: successor.userId },
      ]);
      // Again: nothing changes.
      expect((await command(words)).status).toBe(0);
    });

    it.each([
      [['--email', 'ada'], '--email: Must be an e-mail address'],
      [
        ['--email', 'new@example.com', '--organization', 'New'],
        '--name: Required, because the address has no account',
      ],
      [
        ['--email', 'new@example.com', '--name', 'Ada'],
        '--organization: Required: the name of a new organization, or instead the slug of an existing one',
      ],
      [
        ['--email', 'new@example.com', '--name', 'Ada', '--slug', 'unknown-slug'],
        '--slug: No organization has this slug; name it with organization to create it',
      ],
      [
        ['--email', 'new@example.com', '--name', 'Ada', '--organization', 'A', '--slug', 'www'],
        '--slug: This name is reserved',
      ],
    ])('rejects %j', async (words, problem) => {
      const { status, stdout, stderr } = await command(['create-owner', ...words]);
      expect([status, stdout, stderr]).toEqual([1, '', `Trestle cannot create the owner: ${problem}\n`]);
      const { rowCount } = await app.sql.query(`select from users where email_key = 'new@example.com'`);
      expect(rowCount).toBe(0);
    });

    it('rejects a weak password from standard input', async () => {
      const words = ['--email', 'weak@example.com', '--name', 'Weak', '--organization', 'Weak'];
      const { status, stderr } = await command(['create-owner', ...words, '--password-stdin'], 'short\n');
      expect([status, stderr]).toEqual([
        1,
        'Trestle cannot create the owner: --password: Must be 8 to 128 characters\n',
      ]);
    });

    it('works before the first start, and beside a service on the embedded database', async () => {
      const env = { DATA_DIR: installation.dataDir, REGISTRATION: 'closed' };
      const words = ['create-owner', '--name', 'Ada', '--password-stdin', '--json'];
      const first = await run(
        [...words, '--email', 'ada@example.com', '--organization', 'Acme'],
        env,
        `${PASSWORD}\n`,
      );
      expect([first.stderr, first.status]).toEqual(['', 0]);
      expect(JSON.parse(first.stdout)).toMatchObject({ link: null, organization: { slug: 'acme' } });
      const service = await installation.start({ REGISTRATION: 'closed' }).ready();
      const signInThere = async (email: string) => {
        const response = await service.fetch('/api/auth/signin', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: PASSWORD }),
        });
        return response.status;
      };
      expect(await signInThere('ada@example.com')).toBe(200);
      const second = await run(
        [...words, '--email', 'eve@example.com', '--organization', 'Other'],
        env,
        `${PASSWORD}\r\n`,
      );
      expect([second.stderr, second.status]).toEqual(['', 0]);
      expect(await signInThere('eve@example.com')).toBe(200);
    });
  });

  describe('reset-password', () => {
    let account: TestAccount;
    beforeEach(async () => {
      account = await anAccount({ app });
    });
    const isSignedIn = async () => (await account.client.query('auth.me')).status === 200;

    it('prints a link that sets a password and ends every session when it is used', async () => {
      const { status, stdout } = await command(['reset-password', '--email', account.email.toUpperCase()]);
      expect(status).toBe(0);
      const [sentence, link] = stdout.trim().split('\n');
      expect(sentence).toMatch(
        /^The user sets a password with this link, which works once, until \d{4}-.*Z:$/,
      );
      expect(await isSignedIn()).toBe(true);
      expect(await resetWith(link!, PASSWORD)).toBe(204);
      expect(await isSignedIn()).toBe(false);
      expect(await signIn(account.email, PASSWORD)).toBe(200);
      expect(await auditOf(account.organizationId)).toEqual([
        { action: 'auth.forgotPassword', kind: 'operator', target: account.userId },
      ]);
    });

    it('sets a password from standard input, and ends every session', async () => {
      expect(await isSignedIn()).toBe(true);
      const words = ['reset-password', '--email', account.email, '--password-stdin'];
      const { status, stdout } = await command(words, `${PASSWORD}\n`);
      expect([status, stdout]).toEqual([
        0,
        `The password of ${account.email} is set, and its sessions have ended\n`,
      ]);
      // The running process learns of the end over the database.
      await expect.poll(isSignedIn).toBe(false);
      expect(await signIn(account.email, PASSWORD)).toBe(200);
      expect(await auditOf(account.organizationId)).toEqual([
        { action: 'auth.resetPassword', kind: 'operator', target: account.userId },
      ]);
    });

    it('turns off a lost second factor', async () => {
      await withSecondFactor(account, Date.now());
      const words = ['reset-password', '--email', account.email, '--disable-second-factor', '--json'];
      const { status, stdout } = await command(words);
      expect([status, JSON.parse(stdout)]).toMatchObject([
        0,
        { userId: account.userId, secondFactorDisabled: true, link: expect.any(String) },
      ]);
      expect(await signIn(account.email, account.password)).toBe(200);
      expect((await auditOf(account.organizationId)).map(({ action }) => action)).toEqual([
        'auth.twoFactor.disable',
        'auth.forgotPassword',
      ]);
      const again = await command(words);
      expect([again.status, again.stdout]).toEqual([1, '']);
      expect(again.stderr).toContain('Trestle cannot reset the password: ');
    });

    it('rejects an address without an account', async () => {
      expect(await command(['reset-password', '--email', 'unknown@example.com'])).toEqual({
        status: 1,
        stdout: '',
        stderr: 'Trestle cannot reset the password: --email: No account has this e-mail address\n',
      });
    });
  });

  describe('doctor', () => {
    it('prints one object, with status 1 when a check failed', async () => {
      const env = { APP_SECRET: TEST_SECRET, DATA_DIR: installation.dataDir };
      const good = await run(['doctor', '--json'], { ...env, DATABASE_URL: app.databaseUrl });
      const { status, checks } = JSON.parse(good.stdout);
      expect([good.status, good.stderr, status]).toEqual([0, '', expect.stringMatching(/^(ok|warning)$/)]);
      expect(checks).toContainEqual(
        expect.objectContaining({ check: 'database.migrations', status: 'ok', advice: null }),
      );
      const bad = await run(['doctor'], { ...env, DATABASE_URL: 'postgres://u:hunter2secret@127.0.0.1:9/x' });
      expect([bad.status, bad.stderr]).toEqual([1, '']);
      expect(bad.stdout).toContain(
        'failed   database: DATABASE_URL: the database at 127.0.0.1:9 cannot be reached (ECONNREFUSED)\n',
      );
      expect(bad.stdout).not.toContain('hunter2secret');
    });

    it('examines an embedded database that a service runs, and starts one that is stopped', async () => {
      const env = { DATA_DIR: installation.dataDir };
      const isHealthy = async () => {
        const { stdout, status } = await run(['doctor', '--json'], env);
        const { checks } = JSON.parse(stdout) as { checks: { check: string; status: string }[] };
        return [status, checks.find(({ check }) => check === 'database.migrations')?.status];
      };
      const service = await installation.start().ready();
      expect(await isHealthy()).toEqual([0, 'ok']);
      expect((await service.fetch('/api/health/ready')).status).toBe(200);
      service.signal('SIGTERM');
      expect(await service.over()).toBe(0);
      expect(await isHealthy()).toEqual([0, 'ok']);
      // The server that the check started has stopped: a service starts on the directory.
      await installation.start().ready();
    });
  });

  describe('rotate-secret', () => {
    const NEXT_SECRET = 'the next secret of the tests, thirty-two characters and more';

    it('encrypts stored secrets again beside the service, and fails for secrets of an unknown key', async () => {
      const account = await withSecondFactor(await anAccount({ app }), Date.now());
      const env = { DATABASE_URL: app.databaseUrl, DATA_DIR: installation.dataDir, APP_SECRET: NEXT_SECRET };
      const unknown = await run(['rotate-secret', '--json'], env);
      expect([unknown.status, JSON.parse(unknown.stdout)]).toMatchObject([1, { resealed: 0 }]);
      expect(unknown.stderr).toContain('a second factor');
      const rotating = { ...env, APP_SECRET_PREVIOUS: TEST_SECRET };
      const { status, stdout } = await run(['rotate-secret', '--json'], rotating);
      const { resealed } = JSON.parse(stdout) as { resealed: number };
      expect([status, resealed > 0]).toEqual([0, true]);
      const { stdout: repeated } = await run(['rotate-secret'], rotating);
      expect(repeated).toBe('Nothing to do: no readable secret is encrypted with a previous APP_SECRET\n');
      const after = await startApp({ DATABASE_URL: app.databaseUrl, ROLES: 'api', APP_SECRET: NEXT_SECRET });
      try {
        const { email, password, authenticator } = account;
        const code = authenticator.code(Date.now() + 30_000);
        const signedIn = await new WireClient(after).request('POST', '/api/auth/signin', {
          email,
          password,
          code,
        });
        expect(signedIn.status).toBe(200);
      } finally {
        await after.close();
      }
    });
  });
});
