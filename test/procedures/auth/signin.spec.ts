import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anAccount, cookieOf, type TestAccount } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';

const ROUTE = '/api/auth/signin';

describe('POST /api/auth/signin', () => {
  let app: TestApp;
  let account: TestAccount;
  beforeAll(async () => {
    app = await sharedApp();
    account = await anAccount({ app });
  });

  const signIn = (input: unknown, slug?: string) =>
    new WireClient(app, slug === undefined ? {} : { slug }).request('POST', ROUTE, input);

  it('200: the user, their memberships, and a new session', async () => {
    const { email, password, userId, name, organizationId, slug } = account;
    const answer = await signIn({ email, password });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user: { id: userId, email, name, avatar: null, isServiceAccount: false },
      memberships: [{ organizationId, organizationSlug: slug, role: 'owner' }],
    });
    const cookie = cookieOf(answer.headers['set-cookie']!);
    expect(cookie).not.toBe(account.cookie);
    expect((await new WireClient(app, { cookie }).query('auth.me')).data.id).toBe(userId);
    expect((await account.client.query('auth.me')).status).toBe(200);
  });

  it('200: finds the account with any case of the address and surrounding spaces', async () => {
    const { email, password } = account;
    expect((await signIn({ email: ` ${email.toUpperCase()} `, password })).status).toBe(200);
  });

  it('200: a second factor is ignored where the account has none', async () => {
    const { email, password } = account;
    expect((await signIn({ email, password, code: '123456' })).status).toBe(200);
  });

  it('200: is in the audit log of the host’s organization, elsewhere in none', async () => {
    const { email, password, slug, organizationId, userId } = await anAccount({ app });
    const other = await anOrganization({ app });
    await signIn({ email, password }, slug);
    await signIn({ email, password });
    await signIn({ email, password }, other.slug);
    const { rows } = await app.sql.query(
      `select organization_id, actor_id, data from outbox where type = 'session.created' and actor_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ organization_id: organizationId, actor_id: userId, data: { userId } }]);
  });

  it('401: the same response for a wrong password, an unknown e-mail and an account without a password', async () => {
    const { owner } = await anOrganization({ app });
    const inputs = [
      { email: account.email, password: 'not the password' },
      { email: account.email, password: 'x' },
      { email: account.email, password: `${account.password} ` },
      { email: account.email, password: 'x'.repeat(1000) },
      { email: `unknown-${account.email}`, password: account.password },
      { email: owner.email, password: account.password },
    ];
    for (const input of inputs) {
      const answer = await signIn(input);
      expect(answer.status).toBe(401);
      expect(answer.headers['set-cookie']).toBeUndefined();
      const shape = {
        message: 'Wrong e-mail or password',
        code: -32001,
        data: { code: 'UNAUTHORIZED', httpStatus: 401, path: ROUTE },
      };
      expect(answer.body).toEqual({ error: { ...shape, json: shape } });
    }
  });

  it('401: creates no session', async () => {
    const { email, userId } = await anAccount({ app });
    const sessions = async () =>
      (await app.sql.query('select from sessions where user_id = $1', [userId])).rowCount;
    const before = await sessions();
    await signIn({ email, password: 'not the password' });
    expect(await sessions()).toBe(before);
  });

  it.each([
    ['no password', { email: 'a@example.com' }, 'password'],
    ['an empty password', { email: 'a@example.com', password: '' }, 'password'],
    ['a password of 2000', { email: 'a@example.com', password: 'x'.repeat(2_000) }, 'password'],
    ['a password that is a list', { email: 'a@example.com', password: ['x'] }, 'password'],
    ['no e-mail', { password: 'password' }, 'email'],
    ['an invalid e-mail', { email: 'ada', password: 'password' }, 'email'],
    ['a NUL in the e-mail', { email: 'a\u0000@example.com', password: 'password' }, 'email'],
    ['an unknown key', { email: 'a@example.com', password: 'password', remember: true }, 'remember'],
  ])('400: %s', async (_what, input, path) => {
    const { status, error } = await signIn(input);
    expect(status).toBe(400);
    expect(error!.data).toMatchObject({ code: 'BAD_REQUEST', path: ROUTE });
    expect(error!.data.issues!.map((issue) => issue.path)).toEqual([path]);
  });

  it('413: a body of a megabyte', async () => {
    const answer = await signIn({ email: 'a@example.com', password: 'x'.repeat(1 << 20) });
    expect(answer.status).toBe(413);
    expect(answer.error!.data).toEqual({ code: 'PAYLOAD_TOO_LARGE', httpStatus: 413, path: ROUTE });
  });

  it('415: a form, which any page could send', async () => {
    const answer = await new WireClient(app).request('POST', ROUTE, 'email=a%40example.com&password=x', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.status).toBe(415);
  });

  it('404: with GET, and with a trailing slash', async () => {
    const client = new WireClient(app);
    expect((await client.request('GET', ROUTE)).status).toBe(404);
    expect((await client.request('POST', `${ROUTE}/`, {})).status).toBe(404);
  });

  it.each([
    ['another site', 'https://evil.example'],
    ['a sibling', 'http://sibling.trestle.test'],
    ['an opaque origin', 'null'],
  ])('403: from %s, which would sign its visitors in as another user', async (_what, origin) => {
    const { email, password } = account;
    const invited = { name: 'Mallory', email: 'mallory@example.com', password: 'a new password' };
    for (const [route, body] of [
      [ROUTE, { email, password }],
      ['/api/auth/register', { ...invited, organizationName: 'Traps' }],
    ] as const) {
      const answer = await new WireClient(app).request('POST', route, body, { origin });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    }
    const own = { origin: 'http://trestle.test', 'sec-fetch-site': 'same-origin' };
    expect((await new WireClient(app).request('POST', ROUTE, { email, password }, own)).status).toBe(200);
  });
});
