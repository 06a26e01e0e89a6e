import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { eventsDuring } from '../../support/refusals';
import { errorOf, expectEveryHeader } from '../../support/wire-shape';

const me = (client: WireClient): Promise<WireAnswer> => client.query('auth.me');
const limitsOf = ({ headers }: WireAnswer) => [
  Number(headers['x-ratelimit-limit']),
  Number(headers['x-ratelimit-remaining']),
];

/** Calls as often as said; how many got through. */
async function passed(count: number, call: () => Promise<WireAnswer>, atOnce = 100): Promise<number> {
  const answers: WireAnswer[] = [];
  for (let done = 0; done < count; done += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - done) }, call);
    answers.push(...(await Promise.all(batch)));
  }
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 401, 429].includes(status))).toEqual([]);
  return answers.filter(({ status }) => status !== 429).length;
}

describe('429', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ RATE_LIMITS: 'on', ROLES: 'api', DEFAULT_PLAN: 'pro', TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => app.close());

  const from = (ip: string) => new WireClient(app, { headers: { 'x-forwarded-for': ip } });

  it('returns Retry-After, and the call has no effect', async () => {
    const organization = await anOrganization({ app, plan: 'free' });
    const { client } = organization.owner;
    const answers: WireAnswer[] = [];
    for (let call = 0; call < 60; call += 1) answers.push(await me(client));
    expect(answers.map(limitsOf)).toEqual(Array.from({ length: 60 }, (_, call) => [60, 59 - call]));
    const resets = answers.map(({ headers }) => Number(headers['x-ratelimit-reset']));
    expect(Math.max(...resets) - Math.min(...resets)).toBeLessThanOrEqual(1);
    const written = await eventsDuring(organization, async () => {
      for (let call = 0; call < 3; call += 1) {
        const rejected = await client.mutate('workspaces.create', { name: 'Too much' });
        expect([rejected.status, rejected.body]).toEqual([
          429,
          errorOf('TOO_MANY_REQUESTS', 'workspaces.create'),
        ]);
        expect(limitsOf(rejected)).toEqual([60, 0]);
        expectEveryHeader(rejected.headers);
        const seconds = Number(rejected.headers['retry-after']);
        expect(seconds).toBeGreaterThan(0);
        expect(seconds).toBeLessThanOrEqual(60);
        expect(seconds).toBeGreaterThanOrEqual(
          Number(rejected.headers['x-ratelimit-reset']) - Date.now() / 1000 - 1,
        );
      }
    });
    expect(written).toEqual([]);
  });

  it.each([
    ['free', 60],
    ['pro', 300],
  ])('a token of the plan %s: exactly %i concurrent calls pass', async (plan, limit) => {
    const { owner } = await anOrganization({ app, plan });
    expect(await passed(limit + 40, () => me(owner.client))).toBe(limit);
  });

  it.each([
    ['business', 1000],
    ['enterprise', 1000],
  ])('a token of the plan %s is limited like every token, %i', async (plan, limit) => {
    const { owner } = await anOrganization({ app, plan });
    expect(limitsOf(await me(owner.client))).toEqual([limit, limit - 1]);
  });

  it('each token has its own bucket, each organization its plan', async () => {
    const organization = await anOrganization({ app, plan: 'free' });
    const { owner } = organization;
    expect(await passed(61, () => me(owner.client))).toBe(60);
    const second = await organization.tokenFor(owner, ['read']);
    expect(limitsOf(await me(second))).toEqual([60, 59]);
  });

  it('the new plan of an organization applies immediately', async () => {
    const { owner, id } = await anOrganization({ app, plan: 'free' });
    await me(owner.client);
    await app.sql.query(`update organizations set plan = 'pro' where id = $1`, [id]);
    await app.sql.query(`select pg_notify('trestle_changes', $1)`, [`organization:${id}`]);
    await expect.poll(async () => limitsOf(await me(owner.client))[0]).toBe(300);
  });

  it('sessions are counted by user, 600 together on every plan', async () => {
    const organization = await anOrganization({ app, plan: 'free' });
    const clients = [];
    for (let session = 0; session < 3; session += 1) {
      const { cookie } = await aSession(organization.owner.userId, { app });
      clients.push(new WireClient(app, { cookie, slug: organization.slug }));
    }
    const answers = [];
    for (let call = 0; call < 603; call += 1) {
      answers.push(await clients[call % 3]!.query('workspaces.list'));
    }
    expect(limitsOf(answers[0]!)).toEqual([600, 599]);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    expect(limitsOf(await me(organization.owner.client))).toEqual([60, 59]);
  });

  it('a session where no organization is required is counted alike', async () => {
    const { owner } = await anOrganization({ app, plan: 'free' });
    const { cookie } = await aSession(owner.userId, { app });
    expect(limitsOf(await me(new WireClient(app, { cookie })))).toEqual([600, 599]);
  });

  it('no credential: 1000 from one address, on any route', async () => {
    const client = from('192.0.2.1');
    expect(await passed(900, () => me(client))).toBe(900);
    expect((await client.request('GET', '/nothing')).status).toBe(404);
    expect((await client.request('GET', '/api/trpc/nothing')).status).toBe(404);
    expect((await client.request('POST', '/api/trpc/auth.me')).status).toBe(405);
    expect((await client.request('GET', '/%')).status).toBe(400);
    expect((await client.request('POST', '/api/auth/signin', '{')).status).toBe(400);
    expect(await passed(200, () => me(client))).toBe(95);
    for (const [method, url, body] of [
      ['GET', '/nothing'],
      ['GET', '/api/trpc/nothing'],
      ['POST', '/api/trpc/auth.me'],
      ['GET', '/%'],
      ['POST', '/api/auth/signin', '{'],
      ['GET', '/api/auth/providers'],
      ['GET', `/api/trpc/${','.repeat(200)}?batch=1`],
    ] as const) {
      const answer = await client.request(method, url, body);
      expect([url, answer.status, answer.error?.data.code]).toEqual([url, 429, 'TOO_MANY_REQUESTS']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expectEveryHeader(answer.headers);
    }
    expect((await me(from('192.0.2.2'))).status).toBe(401);
  });

  it('health is never limited', async () => {
    const client = from('192.0.2.3');
    expect(await passed(1001, () => me(client))).toBe(1000);
    const answer = await client.request('GET', '/api/health');
    expect([answer.status, limitsOf(answer)]).toEqual([200, [1000, 0]]);
  });

  it('a caller with a token is served from an address that has no calls left', async () => {
    const ip = '192.0.2.4';
    expect(await passed(1001, () => me(from(ip)))).toBe(1000);
    const { owner } = await anOrganization({ app });
    const client = owner.client.as({ headers: { 'x-forwarded-for': ip } });
    expect((await me(client)).status).toBe(200);
  });

  it('an invalid credential has no separate bucket', async () => {
    const { owner, slug } = await anOrganization({ app });
    const other = await anOrganization({ app });
    const ip = { 'x-forwarded-for': '192.0.2.5' };
    let left = 1000;
    const expectCounted = async (client: WireClient, status: number) => {
      const answer = await client.query('organizations.get');
      left -= 1;
      expect([answer.status, limitsOf(answer)]).toEqual([status, [1000, left]]);
    };
    for (const token of ['svc_pat_x', 'svc_pat_y', 'eyJhbGciOiJub25lIn0.e30.', '']) {
      await expectCounted(
        new WireClient(app, { slug, headers: { ...ip, authorization: `Bearer ${token}` } }),
        401,
      );
      await expectCounted(new WireClient(app, { slug, headers: { ...ip, cookie: `session=${token}` } }), 401);
    }
    await expectCounted(owner.client.as({ slug: other.slug, headers: ip }), 401);
    await expectCounted(owner.client.as({ slug: 'unknown-slug', headers: ip }), 401);
    const { cookie } = await aSession(owner.userId, { app });
    await expectCounted(new WireClient(app, { cookie, slug: 'unknown-slug', headers: ip }), 403);
  });

  it('the calls of a batch are counted one by one: those beyond the limit are rejected', async () => {
    const { owner } = await anOrganization({ app, plan: 'free' });
    await passed(55, () => me(owner.client));
    const names = Array.from({ length: 8 }, () => 'auth.me').join(',');
    const answer = await owner.client.request('GET', `/api/trpc/${names}?batch=1`);
    expect(answer.status).toBe(207);
    const codes = (answer.body as { error?: { code: number } }[]).map(({ error }) => error?.code);
    expect(codes).toEqual([...Array.from({ length: 5 }, () => undefined), -32029, -32029, -32029]);
    expect(limitsOf(answer)).toEqual([60, 0]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('a call rejected for its scope, its role or its input is counted', async () => {
    const organization = await anOrganization({ app, plan: 'free' });
    const guest = await organization.addMember('guest');
    const client = await organization.tokenFor(guest, ['read']);
    await client.mutate('workspaces.create', { name: 'A' });
    await client.query('organizations.members.list');
    await client.query('workspaces.get', { id: 5 });
    expect(limitsOf(await me(client))).toEqual([60, 56]);
  });
});

describe('429 with other settings', () => {
  it('TOKEN_RATE_PER_MINUTE limits every token, not sessions', async () => {
    const app = await startApp({ RATE_LIMITS: 'on', ROLES: 'api', TOKEN_RATE_PER_MINUTE: '7' });
    const { owner } = await anOrganization({ app, plan: 'enterprise' });
    expect(await passed(20, () => me(owner.client), 20)).toBe(7);
    expect(limitsOf(await me(owner.client))).toEqual([7, 0]);
    const { cookie } = await aSession(owner.userId, { app });
    expect(limitsOf(await me(new WireClient(app, { cookie })))).toEqual([600, 599]);
    await app.close();
  });

  it('RATE_LIMITS=off limits no one; the headers remain', async () => {
    const app = await startApp({ RATE_LIMITS: 'off', ROLES: 'api' });
    const { owner } = await anOrganization({ app, plan: 'free' });
    expect(await passed(70, () => me(owner.client))).toBe(70);
    const answer = await me(owner.client);
    expect([answer.status, limitsOf(answer)]).toEqual([200, [60, 0]]);
    await app.close();
  });
});
