import { hkdfSync, generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { newId, type SessionId, type UserId } from '../../../src/kernel/ids';
import { sharedApp, startApp, TEST_SECRET, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession, anAccount, cookieOf } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('the session cookie', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });
  afterEach(() => useClock());

  const statusWith = async (cookie: string) =>
    (await new WireClient(app, { cookie }).query('auth.me')).status;

  it('is valid for 8 hours without use and 30 days with it', async () => {
    const { userId } = await anAccount({ app });
    const now = Date.now();
    const seen = (ms: number) => aSession(userId, { app, lastSeenAt: new Date(now - ms) });
    expect(await statusWith((await seen(8 * HOUR_MS - MINUTE_MS)).cookie)).toBe(200);
    expect(await statusWith((await seen(8 * HOUR_MS + MINUTE_MS)).cookie)).toBe(401);
    const past = await aSession(userId, { app, expiresAt: new Date(now - MINUTE_MS) });
    expect(await statusWith(past.cookie)).toBe(401);
  });

  it('is rejected as soon as it expires, also from the cache', async () => {
    const { userId } = await anAccount({ app });
    const { cookie } = await aSession(userId, { app, expiresAt: new Date(Date.now() + 2_000) });
    expect(await statusWith(cookie)).toBe(200);
    useClock({ now: () => new Date(Date.now() + 2_001) });
    expect(await statusWith(cookie)).toBe(401);
  });

  it('is rejected when the session no longer exists, or belongs to another user', async () => {
    const { userId } = await anAccount({ app });
    const other = await anAccount({ app });
    const { id, cookie } = await aSession(userId, { app });
    await app.sql.query('update sessions set user_id = $2 where id = $1', [id, other.userId]);
    expect(await statusWith(cookie)).toBe(401);
    await app.sql.query('delete from sessions where id = $1', [id]);
    expect(await statusWith(cookie)).toBe(401);
  });

  describe('forged', () => {
    const key = new Uint8Array(hkdfSync('sha256', TEST_SECRET, '', 'trestle session cookie', 32));
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const in1Hour = () => new Date(Date.now() + HOUR_MS);
    let userId: UserId;
    let sid: SessionId;
    beforeAll(async () => {
      ({ userId } = await anAccount({ app }));
      sid = (await aSession(userId, { app })).id;
    });

    const jwt = (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) =>
      new SignJWT({
        sid,
        sub: userId,
        iss: 'trestle',
        exp: in1Hour().getTime() / 1000,
        ...claims,
      } as never).setProtectedHeader({ alg: 'HS256', typ: 'session+jwt', ...header });
    const forgeries: [string, () => Promise<string> | string][] = [
      ['by another key', () => jwt().sign(new Uint8Array(32).fill(7))],
      ['by the secret itself', () => jwt().sign(new TextEncoder().encode(TEST_SECRET))],
      ['by an empty key', () => jwt().sign(new Uint8Array(32))],
      [
        'with algorithm none',
        () =>
          new UnsecuredJWT({ sid, sub: userId, iss: 'trestle', exp: in1Hour().getTime() / 1000 }).encode(),
      ],
      [
        'by another algorithm of the same key',
        () => jwt({}, { alg: 'HS512' }).sign(new Uint8Array([...key, ...key])),
      ],
      ['by RS256', () => jwt({}, { alg: 'RS256' }).sign(privateKey)],
      [
        'with its own key in the header',
        () => jwt({}, { alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) }).sign(privateKey),
      ],
      [
        'by a public key as a secret',
        () => jwt().sign(Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }))),
      ],
      ['with a key id that is a path', () => jwt({}, { kid: '../../dev/null' }).sign(new Uint8Array(32))],
      ['for something else', () => jwt({}, { typ: 'JWT' }).sign(key)],
      ['of no type', () => jwt({}, { typ: undefined }).sign(key)],
      ['of another issuer', () => jwt({ iss: 'another issuer' }).sign(key)],
      ['expired', () => jwt({ exp: Date.now() / 1000 - 1 }).sign(key)],
      ['without an expiry', () => jwt({ exp: undefined }).sign(key)],
      ['not valid yet', () => jwt({ nbf: Date.now() / 1000 + 3600 }).sign(key)],
      ['without a session', () => jwt({ sid: undefined }).sign(key)],
      ['of an unknown session', () => jwt({ sid: newId('session') }).sign(key)],
      ['of a session that is an object', () => jwt({ sid: { $ne: null } }).sign(key)],
      ['of a session with NUL', () => jwt({ sid: 'ses_\u0000' }).sign(key)],
      ['with a flipped signature', async () => flipped(await jwt().sign(key))],
      ['empty', () => ''],
      ['no JWT at all', () => 'a.b.c'],
    ];

    it('control: the same claims with the right key are accepted', async () => {
      expect(await statusWith(`session=${await jwt().sign(key)}`)).toBe(200);
    });

    it.each(forgeries)('401: %s', async (_what, forge) => {
      expect(await statusWith(`session=${await forge()}`)).toBe(401);
    });
  });

  it('401: together with an invalid Authorization header', async () => {
    const { cookie } = await anAccount({ app });
    const client = new WireClient(app, { cookie });
    for (const authorization of ['Bearer svc_pat_x', 'Basic dTpw', 'Bearer', '']) {
      const answer = await client.as({ headers: { authorization } }).query('auth.me');
      expect(answer.status).toBe(401);
    }
  });

  describe('for a mutation', () => {
    it.each([
      ['a foreign site', { origin: 'https://evil.example' }],
      ['a sibling organization', { origin: 'http://sibling.trestle.test' }],
      ['the apex', { origin: 'http://trestle.test' }],
      ['another scheme', { origin: 'https://SLUG.trestle.test' }],
      ['another port', { origin: 'http://SLUG.trestle.test:8080' }],
      ['a look-alike', { origin: 'http://SLUG.trestle.test.evil.example' }],
      ['an opaque origin', { origin: 'null' }],
      ['a cross-site request without Origin', { 'sec-fetch-site': 'cross-site' }],
      ['a same-site request without Origin', { 'sec-fetch-site': 'same-site' }],
    ])('403: from %s; nothing is written', async (_what, given) => {
      const { client, slug, organizationId } = await anAccount({ app });
      const headers = Object.fromEntries(
        Object.entries(given as Record<string, string>).map(([name, value]) => [
          name,
          value.replace('SLUG', slug),
        ]),
      );
      const procedure = await client.mutate('organizations.update', { name: 'Taken over' }, headers);
      expect(procedure.status).toBe(403);
      const route = await client.request(
        'POST',
        '/api/auth/tokens',
        { name: 'x', scopes: ['read'] },
        headers,
      );
      expect(route.status).toBe(403);
      const { rows } = await app.sql.query('select from outbox where organization_id = $1', [organizationId]);
      expect(rows).toHaveLength(0);
    });

    it('200: from the organization’s own pages, and from a client that is not a browser', async () => {
      const { client, slug } = await anAccount({ app });
      const origin = { origin: `http://${slug}.trestle.test` };
      expect((await client.mutate('organizations.update', { name: 'One' }, origin)).status).toBe(200);
      expect((await client.mutate('organizations.update', { name: 'Two' })).status).toBe(200);
    });

    it('200: with a token the origin does not matter', async () => {
      const { owner } = await anOrganization({ app });
      const origin = { origin: 'https://app.example' };
      expect((await owner.client.mutate('organizations.update', { name: 'One' }, origin)).status).toBe(200);
    });
  });

  it('403: on another organization’s host, and the same on an unknown one', async () => {
    const { cookie } = await anAccount({ app });
    const other = await anOrganization({ app });
    const there = await new WireClient(app, { cookie, slug: other.slug }).query('organizations.get');
    const nowhere = await new WireClient(app, { cookie, slug: 'unknown-slug' }).query('organizations.get');
    const byHeader = await new WireClient(app, { cookie, headers: { 'x-tenant-id': other.id } }).query(
      'organizations.get',
    );
    expect(there.status).toBe(403);
    expect(nowhere.body).toEqual(there.body);
    expect(byHeader.body).toEqual(there.body);
  });

  it('401: a token on another organization’s host, and the same on an unknown one', async () => {
    const { owner } = await anOrganization({ app });
    const other = await anOrganization({ app });
    for (const name of ['organizations.get', 'auth.me']) {
      const there = await owner.client.as({ slug: other.slug }).query(name);
      const nowhere = await owner.client.as({ slug: 'unknown-slug' }).query(name);
      const byHeader = await owner.client
        .as({ slug: undefined, headers: { 'x-tenant-id': other.slug } })
        .query(name);
      expect(there.status).toBe(401);
      expect(nowhere.body).toEqual(there.body);
      expect(byHeader.body).toEqual(there.body);
    }
  });
});

describe('the session cookie on https', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: 'https://trestle.test', ROLES: 'api' });
  });
  afterAll(() => app.close());

  it('has the name that browsers bind to this host, and Secure', async () => {
    const { email, password } = await anAccount({ app });
    const answer = await new WireClient(app).request('POST', '/api/auth/signin', { email, password });
    const setCookie = answer.headers['set-cookie']!;
    expect(setCookie).toMatch(
      /^__Host-session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    const cookie = cookieOf(setCookie);
    expect((await new WireClient(app, { cookie }).query('auth.me')).status).toBe(200);
  });

  it('is ignored under the plain name, which a sibling could set', async () => {
    const { userId } = await anAccount({ app });
    const { cookie } = await aSession(userId, { app });
    const tossed = cookie.replace('__Host-session', 'session');
    expect((await new WireClient(app, { cookie: tossed }).query('auth.me')).status).toBe(401);
    const stranger = await anAccount({ app });
    const planted = stranger.cookie.replace('__Host-session', 'session');
    for (const both of [`${planted}; ${cookie}`, `${cookie}; ${planted}`, `session=x.y.z; ${cookie}`]) {
      const { data } = await new WireClient(app, { cookie: both }).query('auth.me');
      expect(data.id).toBe(userId);
    }
  });

  it('403: a mutation from the same host without TLS', async () => {
    const { client, slug } = await anAccount({ app });
    const from = (origin: string) => client.mutate('organizations.update', { name: 'New' }, { origin });
    expect((await from(`http://${slug}.trestle.test`)).status).toBe(403);
    expect((await from(`https://${slug}.trestle.test`)).status).toBe(200);
  });
});

function flipped(jwt: string): string {
  const at = jwt.lastIndexOf('.') + 5;
  return `${jwt.slice(0, at)}${jwt[at] === 'A' ? 'B' : 'A'}${jwt.slice(at + 1)}`;
}
