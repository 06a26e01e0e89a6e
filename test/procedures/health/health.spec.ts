import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sharedApp, startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { cloneDatabase } from '../../support/database';
import { findRedis } from '../../support/redis';
import { TcpProxy } from '../../support/tcp-proxy';
import { Draining } from '../../../src/platform/lifecycle/draining';

const get = (app: TestApp, path: string) => new WireClient(app).request('GET', `/api/health${path}`);

const ALL_OK = { database: 'ok', migrations: 'ok', redis: 'disabled', jobs: 'ok', storage: 'ok' };

describe('GET /api/health', () => {
  it('returns that the process is alive, its uptime and its release', async () => {
    const answer = await get(await sharedApp(), '');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptimeSeconds: expect.any(Number),
    });
  });

  it('exists on every host, with the headers of every response', async () => {
    const app = await sharedApp();
    const answer = await new WireClient(app, { slug: 'unknown-slug' }).request('GET', '/api/health');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });
});

describe('GET /api/health/db and /api/health/redis', () => {
  it('return how long the check took, and that no Redis is used', async () => {
    const app = await sharedApp();
    const db = await get(app, '/db');
    expect(db.status).toBe(200);
    expect(db.body).toEqual({ status: 'ok', latencyMs: expect.any(Number) });
    const redis = await get(app, '/redis');
    expect(redis.status).toBe(200);
    expect(redis.body).toEqual({ status: 'disabled' });
  });
});

describe('GET /api/health/ready', () => {
  it('names the checks', async () => {
    const app = await sharedApp();
    await vi.waitFor(async () => {
      const answer = await get(app, '/ready');
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ status: 'ok', checks: ALL_OK });
    });
  });

  it('returns 404, with any method, for another path', async () => {
    const app = await sharedApp();
    const answer = await get(app, '/ready/');
    expect(answer.status).toBe(404);
    const post = await new WireClient(app).request('POST', '/api/health/ready', {});
    expect(post.status).toBe(404);
  });
});

describe('probes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ RATE_LIMITS: 'on' });
  });
  afterAll(() => app.close());

  it('are exempt from rate limits', async () => {
    const paths = ['', '/db', '/ready', '/redis'];
    for (let round = 0; round < 300; round += 1) {
      const answers = await Promise.all(paths.map((path) => get(app, path)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
    const last = await get(app, '');
    expect(last.headers['x-ratelimit-remaining']).toBe('1000');
  });
});

describe('while the process drains', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    app.nest.get(Draining).begin();
  });
  afterAll(() => app.close());

  it('readiness is 503, calls are served, and no connection is kept', async () => {
    const ready = await get(app, '/ready');
    expect(ready.status).toBe(503);
    expect(ready.body).toMatchObject({ status: 'error', error: 'shutting down' });
    const alive = await get(app, '');
    expect(alive.status).toBe(200);
    expect(alive.headers['connection']).toBe('close');
    const call = await new WireClient(app).query('auth.me');
    expect(call.status).toBe(401);
    expect(call.headers['connection']).toBe('close');
  });
});

describe('without the api role', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'worker' });
  });
  afterAll(() => app.close());

  it('only health routes exist', async () => {
    await vi.waitFor(async () =>
      expect((await get(app, '/ready')).body).toEqual({ status: 'ok', checks: ALL_OK }),
    );
    for (const path of ['/api/trpc/auth.me', '/api/auth/signin', '/api/healthy', '/']) {
      const answer = await new WireClient(app).request('GET', path);
      expect(answer.status, path).toBe(404);
      expect(answer.error?.data).toMatchObject({ code: 'NOT_FOUND', httpStatus: 404 });
    }
  });
});

describe('when PostgreSQL is unavailable', () => {
  let app: TestApp;
  let proxy: TcpProxy;
  beforeAll(async () => {
    const through = await TcpProxy.before(await cloneDatabase());
    proxy = through.proxy;
    app = await startApp({ DATABASE_URL: through.url });
    await vi.waitUntil(async () => (await get(app, '/ready')).status === 200);
  });
  afterAll(async () => {
    proxy.restore();
    await app.close();
    await proxy.close();
  });

  const expectAway = async () => {
    expect((await get(app, '')).status).toBe(200);
    const began = performance.now();
    const [db, ready] = await Promise.all([get(app, '/db'), get(app, '/ready')]);
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(db.status).toBe(503);
    expect(db.body).toEqual({ status: 'error', error: 'the database does not answer' });
    expect(ready.status).toBe(503);
    expect(ready.body).toMatchObject({ status: 'error', checks: { database: 'error', migrations: 'error' } });
  };
  const expectBack = () =>
    vi.waitFor(async () => {
      expect((await get(app, '/db')).status).toBe(200);
      expect((await get(app, '/ready')).body).toEqual({ status: 'ok', checks: ALL_OK });
    });

  it('reports it, names no host, and recovers automatically', async () => {
    proxy.cut();
    await expectAway();
    proxy.restore();
    await expectBack();
  });

  it('treats a frozen server like an unavailable one', async () => {
    proxy.freeze();
    await expectAway();
    await expectAway();
    proxy.restore();
    await expectBack();
  });
});

describe('with a Redis that cannot be reached', () => {
  it('the process starts, is ready and reports it', async () => {
    const service = await startApp({ REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      const { status, body } = await get(service, '/ready');
      expect([status, body]).toEqual([200, { status: 'ok', checks: { ...ALL_OK, redis: 'error' } }]);
      expect((await get(service, '/redis')).status).toBe(503);
    } finally {
      await service.close();
    }
  });
});

describe('with Redis', () => {
  let proxy: TcpProxy | undefined;
  let app: TestApp | undefined;
  afterAll(async () => {
    await app?.close();
    await proxy?.close();
  });

  it('reports its health; without it the process stays ready, but reports it', async ({ skip }) => {
    const redisUrl = await findRedis();
    if (redisUrl === null) return skip('skipped: no Redis');
    const through = await TcpProxy.before(redisUrl);
    const redis = (proxy = through.proxy);
    const service = (app = await startApp({ REDIS_URL: through.url }));
    await vi.waitFor(async () => {
      const answer = await get(service, '/redis');
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ status: 'ok', latencyMs: expect.any(Number) });
    });
    const ready = { status: 'ok', checks: { ...ALL_OK, redis: 'ok' } };
    await vi.waitFor(async () => expect((await get(service, '/ready')).body).toEqual(ready));

    redis.cut();
    await vi.waitFor(async () => {
      const away = await get(service, '/redis');
      expect(away.status).toBe(503);
      expect(away.body).toEqual({ status: 'error', error: 'Redis does not respond' });
    });
    const without = await get(service, '/ready');
    expect(without.status).toBe(200);
    expect(without.body).toEqual({ status: 'ok', checks: { ...ALL_OK, redis: 'error' } });

    redis.restore();
    await vi.waitFor(async () => expect((await get(service, '/redis')).status).toBe(200));
  });
});
