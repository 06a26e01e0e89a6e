import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anAccount, cookieOf } from '../../support/factories/account.factory';

const ROUTE = '/api/auth/register';

interface Registered {
  user: { id: string; email: string; name: string; avatar: null; isServiceAccount: false };
  organization: Record<string, string | null>;
}

describe('POST /api/auth/register', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  const body = (change: Record<string, unknown> = {}): Record<string, unknown> => {
    const unique = randomBytes(6).toString('hex');
    return {
      name: 'Ada Lovelace',
      email: `ada-${unique}@example.com`,
      password: 'analytical engine',
      organizationName: `Engines ${unique}`,
      ...change,
    };
  };
  const register = (input: unknown, headers: Record<string, string> = {}) =>
    new WireClient(app).request('POST', ROUTE, input, headers);
  const countOf = async (email: unknown): Promise<number> => {
    const { rows } = await app.sql.query('select from users where lower(email) = lower($1)', [email]);
    return rows.length;
  };

  it('201: the account, its organization with the defaults, and a session', async () => {
    const input = body();
    const answer = await register(input);
    expect(answer.status).toBe(201);
    const { user, organization } = answer.body as Registered;
    expect(user).toEqual({
      id: expect.stringMatching(/^usr_[0-9A-Z]{26}$/),
      email: input['email'],
      name: 'Ada Lovelace',
      avatar: null,
      isServiceAccount: false,
    });
    expect(organization).toEqual({
      id: expect.stringMatching(/^org_[0-9A-Z]{26}$/),
      name: input['organizationName'],
      slug: String(input['organizationName']).toLowerCase().replace(' ', '-'),
      logo: null,
      timezone: 'UTC',
      dateFormat: 'YYYY-MM-DD',
      weekStart: 'monday',
      language: 'en',
      plan: 'enterprise',
      requireTwoFactor: false,
      maxTokenLifetimeDays: null,
      tokenLifetimeCoversExisting: false,
      twoFactorRequiredFrom: null,
      outboundHosts: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: organization['createdAt'],
    });
    const setCookie = answer.headers['set-cookie']!;
    expect(setCookie).toMatch(/^session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const me = await new WireClient(app, { cookie: cookieOf(setCookie) }).query('auth.me');
    expect(me.data).toEqual({
      ...user,
      updatedAt: expect.stringMatching(/Z$/),
      memberships: [
        { organizationId: organization['id'], organizationSlug: organization['slug'], role: 'owner' },
      ],
    });
  });

  it('201: one event for the organization and one for its owner, without secrets', async () => {
    const input = body();
    const { user, organization } = (await register(input)).body as Registered;
    const { rows } = await app.sql.query<{ type: string; actor_id: string; data: object }>(
      'select type, actor_id, data from outbox where organization_id = $1 order by sequence',
      [organization['id']],
    );
    expect(rows.map((row) => row.type)).toEqual(['organization.created', 'member.joined']);
    expect(rows.every((row) => row.actor_id === user.id)).toBe(true);
    expect(rows[1]!.data).toEqual({
      member: expect.objectContaining({ ...user, role: 'owner', status: 'active' }),
    });
    expect(JSON.stringify(rows)).not.toMatch(/analytical|argon2/);
  });

  it('201: stores the password as Argon2id with the specified cost', async () => {
    const { user } = (await register(body())).body as Registered;
    const { rows } = await app.sql.query<{ password_hash: string }>(
      'select password_hash from users where id = $1',
      [user.id],
    );
    const [, type, version, cost, , hash] = rows[0]!.password_hash.split('$');
    expect([type, version]).toEqual(['argon2id', 'v=19']);
    expect(cost!.split(',').sort()).toEqual(['m=65536', 'p=4', 't=3']);
    expect(Buffer.from(hash!, 'base64')).toHaveLength(32);
  });

  it('201: a chosen slug, or a free one derived from the name', async () => {
    const slug = `s${randomBytes(6).toString('hex')}`;
    const first = await register(body({ organizationName: 'Whatever', organizationSlug: slug }));
    expect((first.body as Registered).organization['slug']).toBe(slug);
    const second = await register(body({ organizationName: slug.toUpperCase() }));
    expect((second.body as Registered).organization['slug']).toBe(`${slug}-2`);
    const reserved = await register(body({ organizationName: 'API' }));
    expect((reserved.body as Registered).organization['slug']).toMatch(/^api-/);
  });

  it('201: passwords of any composition, at both length limits', async () => {
    expect((await register(body({ password: 'aab baab' }))).status).toBe(201);
    expect((await register(body({ password: '🔑'.repeat(128) }))).status).toBe(201);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a name with NUL', { name: 'A\u0000' }, 'name'],
    ['a name that is no text', { name: ['A'] }, 'name'],
    ['a common password', { password: 'Password123' }, 'password'],
    ['a row of the keyboard', { password: 'qwertyuiop' }, 'password'],
    ['the user’s name', { password: 'ada LOVELACE' }, 'password'],
    [
      'the user’s address',
      { email: 'ada.lovelace@example.com', password: 'Ada.Lovelace@example.com' },
      'password',
    ],
    ['the first part of it', { email: 'ada.lovelace@example.com', password: 'ada.lovelace' }, 'password'],
    ['no e-mail', { email: undefined }, 'email'],
    ['an invalid e-mail', { email: 'ada at example' }, 'email'],
    ['an e-mail with a second header', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    ['an e-mail list', { email: 'a@example.com, b@example.com' }, 'email'],
    ['an e-mail that is an object', { email: { $ne: '' } }, 'email'],
    ['a password of 7', { password: 'seven77' }, 'password'],
    ['a password of 129', { password: 'x'.repeat(129) }, 'password'],
    ['a password that is a number', { password: 12345678 }, 'password'],
    ['a password with a lone surrogate', { password: 'password\ud800' }, 'password'],
    ['no organization name', { organizationName: undefined }, 'organizationName'],
    ['a slug in capitals', { organizationSlug: 'Acme' }, 'organizationSlug'],
    ['a reserved slug', { organizationSlug: 'admin' }, 'organizationSlug'],
    ['a slug of two', { organizationSlug: 'ab' }, 'organizationSlug'],
    ['a slug that is a number', { organizationSlug: 12345 }, 'organizationSlug'],
    ['an unknown key', { role: 'owner' }, 'role'],
    ['a key that every object has', { toString: 'x' }, 'toString'],
    ['a plan', { plan: 'enterprise' }, 'plan'],
  ])('400: %s', async (_what, change, path) => {
    const input = body(change);
    const { status, error, headers } = await register(input);
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: -32600,
      data: { code: 'BAD_REQUEST', httpStatus: 400, path: ROUTE },
    });
    expect(error!.data.issues!.map((issue) => issue.path)).toEqual([path]);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['malformed JSON', '{"name":'],
    ['an array', '[]'],
    ['a text', '"name"'],
    ['null bytes of JSON', '\u0000'],
    ['a prototype', '{"__proto__":{"name":"x"}}'],
  ])('400: %s for a body', async (_what, text) => {
    const { status, error } = await register(text);
    expect(status).toBe(400);
    expect(error).toMatchObject({ data: { code: 'BAD_REQUEST', path: ROUTE } });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    '415: a body of type %s',
    async (type) => {
      const input = body();
      const { status, error } = await register(input, { 'content-type': type });
      expect(status).toBe(415);
      expect(error).toMatchObject({ data: { code: 'UNSUPPORTED_MEDIA_TYPE', path: ROUTE } });
      expect(await countOf(input['email'])).toBe(0);
    },
  );

  it('409: a taken e-mail in any case, naming the field, and nothing is created', async () => {
    const { email } = await anAccount({ app });
    const input = body({ email: `  ${email.toUpperCase()} ` });
    const { status, error, headers } = await register(input);
    expect(status).toBe(409);
    expect(error).toMatchObject({ code: -32009, data: { code: 'CONFLICT' } });
    expect(error!.data.issues!.map((issue) => issue.path)).toEqual(['email']);
    expect(headers['set-cookie']).toBeUndefined();
    const { rows } = await app.sql.query('select from organizations where name = $1', [
      input['organizationName'],
    ]);
    expect(rows).toHaveLength(0);
  });

  it('409: a taken slug, naming the field, and no account is created', async () => {
    const { slug } = await anAccount({ app });
    const input = body({ organizationSlug: slug });
    const { status, error } = await register(input);
    expect(status).toBe(409);
    expect(error!.data.issues!.map((issue) => issue.path)).toEqual(['organizationSlug']);
    expect(await countOf(input['email'])).toBe(0);
  });

  it('50 concurrent registrations of one e-mail create one account', async () => {
    const input = body();
    const answers = await Promise.all(Array.from({ length: 50 }, () => register(input)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    expect(await countOf(input['email'])).toBe(1);
    const { rows } = await app.sql.query('select from organizations where name = $1', [
      input['organizationName'],
    ]);
    expect(rows).toHaveLength(1);
  }, 90_000);

  it('each of 8 concurrent organizations of one name gets a different slug', async () => {
    const organizationName = `Same ${randomBytes(4).toString('hex')}`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(body({ organizationName }))));
    const slugs = answers.map((answer) => (answer.body as Registered).organization?.['slug']);
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(new Set(slugs).size).toBe(8);
  }, 60_000);
});

describe.each(['invite', 'closed'])('POST /api/auth/register with REGISTRATION=%s', (registration) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ REGISTRATION: registration, ROLES: 'api' });
  });
  afterAll(() => app.close());

  it('403: no account is created', async () => {
    const input = {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'analytical engine',
      organizationName: 'Engines',
    };
    const { status, error } = await new WireClient(app).request('POST', ROUTE, input);
    expect(status).toBe(403);
    expect(error).toMatchObject({ code: -32003, data: { code: 'FORBIDDEN', path: ROUTE } });
    expect((await app.sql.query('select from users')).rows).toHaveLength(0);
    const providers = await new WireClient(app).request('GET', '/api/auth/providers');
    expect(providers.body).toMatchObject({ password: true, registration });
  });
});
