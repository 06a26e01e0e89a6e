import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { errorOf, expectEveryHeader } from '../../support/wire-shape';

describe('every response', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let client: WireClient;
  let anonymous: WireClient;
  beforeAll(async () => {
    // Its own: the calls of other specs would be counted, too.
    app = await startApp({ ROLES: 'api' });
    organization = await anOrganization({ app });
    ({ client } = organization.owner);
    anonymous = new WireClient(app, { slug: organization.slug });
  });
  afterAll(() => app.close());

  it.each<[number, string, string, unknown?, Record<string, string>?]>([
    [200, 'GET', '/api/trpc/auth.me'],
    [200, 'GET', '/api/trpc/auth.me,auth.me?batch=1'],
    [207, 'GET', '/api/trpc/auth.me,nothing?batch=1'],
    [200, 'GET', '/api/health'],
    [200, 'GET', '/api/health/db'],
    [200, 'GET', '/api/health/redis'],
    [200, 'HEAD', '/api/health'],
    [200, 'GET', '/api/auth/providers'],
    [204, 'POST', '/api/auth/signout'],
    [400, 'GET', '/api/trpc/workspaces.list?input=x'],
    [400, 'POST', '/api/auth/signin', '{'],
    [400, 'POST', '/api/auth/signin', {}],
    [400, 'GET', '/api/trpc/%E0%A4%A'],
    [400, 'GET', '/%'],
    [404, 'GET', '/api/trpc/nothing'],
    [404, 'GET', '/api/trpc'],
    [200, 'GET', '/'],
    [303, 'GET', '/settings/account'],
    [404, 'GET', '/nothing'],
    [404, 'GET', '/api'],
    [404, 'GET', '/favicon.ico'],
    [404, 'DELETE', '/api/auth/signin'],
    [404, 'GET', '/api/auth/signin'],
    [405, 'POST', '/api/trpc/auth.me'],
    [413, 'POST', '/api/trpc/workspaces.create', 'x'.repeat(10 * 1024 * 1024 + 1)],
    [413, 'POST', '/api/auth/signin', 'x'.repeat(10 * 1024 * 1024 + 1)],
    [
      415,
      'POST',
      '/api/trpc/workspaces.create',
      'a=b',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    [415, 'POST', '/api/auth/signin', 'a=b', { 'content-type': 'text/plain' }],
    [415, 'POST', '/api/auth/signin', 'a=b', { 'content-type': 'image/png' }],
  ])(
    '%i to %s %.60s has what all have, and says not what made it',
    async (status, method, url, body, headers) => {
      const answer = await client.request(method, url, body, headers);
      expect(answer.status).toBe(status);
      expectEveryHeader(answer.headers);
      expect(JSON.stringify([answer.headers, answer.body])).not.toMatch(
        /fastify|nest|express|node\.?js|undici/i,
      );
    },
  );

  it.each<[number, string, string, string, unknown?, Record<string, string>?]>([
    [400, 'BAD_REQUEST', 'POST', '/api/auth/signin', '{'],
    [400, 'BAD_REQUEST', 'POST', '/api/auth/signin', '[]'],
    [404, 'NOT_FOUND', 'GET', '/api/nothing'],
    [404, 'NOT_FOUND', 'PATCH', '/api/health'],
    [413, 'PAYLOAD_TOO_LARGE', 'POST', '/api/auth/register', 'x'.repeat(10 * 1024 * 1024 + 1)],
    [415, 'UNSUPPORTED_MEDIA_TYPE', 'POST', '/api/auth/signin', 'a', { 'content-type': 'image/png' }],
  ])(
    '%i: %s has the specified body on plain routes, `path` being the route',
    async (status, code, method, url, body, headers) => {
      const answer = await anonymous.request(method, `${url}?secret=x`, body, headers);
      expect(answer.status).toBe(status);
      expect(answer.error?.data).toMatchObject({ code, httpStatus: status, path: url });
      expect(Object.keys(answer.body as object)).toEqual(['error']);
    },
  );

  it('is counted, also when it fails before authentication', async () => {
    const left = async (method: string, url: string, body?: unknown, headers?: Record<string, string>) =>
      Number((await anonymous.request(method, url, body, headers)).headers['x-ratelimit-remaining']);
    let last = await left('GET', '/api/nothing');
    for (const [method, url, body, headers] of [
      ['GET', '/api/nothing'],
      ['GET', '/api/trpc/nothing'],
      ['POST', '/api/trpc/auth.me'],
      ['GET', '/api/trpc/%E0%A4%A'],
      ['GET', `/api/trpc/${','.repeat(200)}?batch=1`],
      ['GET', '/api/trpc/auth.me'],
      ['POST', '/api/auth/signin', '{'],
      ['POST', '/api/auth/signin', 'x', { 'content-type': 'image/png' }],
      ['POST', '/api/trpc/auth.me', 'x'.repeat(10 * 1024 * 1024 + 1)],
    ] as [string, string, unknown?, Record<string, string>?][]) {
      const now = await left(method, url, body, headers);
      expect([method, url.slice(0, 40), now]).toEqual([method, url.slice(0, 40), last - 1]);
      last = now;
    }
    expect(await left('GET', '/api/health')).toBe(last);
    const names = 'auth.me,auth.me,nothing,workspaces.create';
    expect(await left('GET', `/api/trpc/${names}?batch=1`)).toBe(last - 4);
  });

  describe('its id', () => {
    it.each(['a', 'A-1_b.C', randomUUID(), 'x'.repeat(128)])('is the client’s own %s', async (id) => {
      for (const url of ['/api/trpc/auth.me', '/api/health', '/nothing', '/%']) {
        expect(
          (await client.request('GET', url, undefined, { 'x-request-id': id })).headers['x-request-id'],
        ).toBe(id);
      }
    });

    it.each(['', ' ', 'x'.repeat(129), 'a b', 'a,b', 'a"b', '<script>', 'a/b', 'ü', 'a\tb'])(
      'is a new one when the client’s is %j',
      async (id) => {
        const { headers } = await client.request('GET', '/api/health', undefined, { 'x-request-id': id });
        expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      },
    );

    it('differs for another response', async () => {
      const ids = await Promise.all(
        Array.from({ length: 20 }, async () => (await anonymous.query('auth.me')).headers['x-request-id']),
      );
      expect(new Set(ids).size).toBe(20);
    });
  });

  describe('to a path in another spelling', () => {
    const SPELLINGS = [
      '/api/trpc/auth%2Eme',
      '/api/trpc/%61uth.me',
      '/api/tr%70c/auth.me',
      '/%61pi/trpc/auth.me',
      '/api/trpc//auth.me',
      '//api/trpc/auth.me',
      '/api//trpc/auth.me',
      '/api/trpc/auth.me/',
      '/api/trpc/auth.me//',
      '/api/trpc/auth.me;x',
      '/api/trpc/auth.me;x=1?y',
      '/api;x/trpc/auth.me',
      '/api/./trpc/auth.me',
      '/api/x/../trpc/auth.me',
      '/api/trpc/x/../auth.me',
      '/api/trpc/%2e%2e/trpc/auth.me',
      '/api%2ftrpc%2fauth.me',
      '/api/trpc%2Fauth.me',
      '/api/trpc\\auth.me',
      '/API/TRPC/AUTH.ME',
      '/api/trpc/AUTH.ME',
      '/api/trpc/auth.me%00',
      '/api/trpc/auth.me%20',
      '/api/trpc/auth.me%3Fbatch=1',
      '/api/trpc/auth.me#x',
      '/api/trpc/auth.me?batch=1&batch=1',
    ];

    it.each(SPELLINGS)('%s: is rejected without a credential, and counts', async (url) => {
      const before = Number((await anonymous.request('GET', '/nothing')).headers['x-ratelimit-remaining']);
      const answer = await anonymous.request('GET', url);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(JSON.stringify(answer.body)).not.toContain('"result"');
      expectEveryHeader(answer.headers);
      expect(Number(answer.headers['x-ratelimit-remaining'])).toBeLessThan(before);
    });

    it.each(SPELLINGS)('%s: a caller gets the procedure, counted, or an error', async (url) => {
      const { client: counted, userId } = (await anOrganization({ app, plan: 'free' })).owner;
      const answer = await counted.request('GET', url);
      expect([200, 207, 400, 404]).toContain(answer.status);
      const text = JSON.stringify(answer.body);
      const limit = text.includes(userId) ? { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' } : {};
      expect(answer.headers).toMatchObject(limit);
    });

    it.each(['/api/trpc/%E0%A4%A', '/api/trpc/%', '/%zz', '/api/trpc/%c0%ae'])(
      '400: %s cannot be decoded',
      async (url) => {
        const answer = await client.request('GET', url);
        expect([answer.status, answer.body]).toEqual([
          400,
          errorOf('BAD_REQUEST', url.replace('/api/trpc/', '')),
        ]);
      },
    );
  });
});
