import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MetricsListener } from '../../../src/http/server/metrics-listener';
import { readConfiguration } from '../../../src/platform/config/configuration';
import { listen, startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { metricsUrl, scrape, startMeasuredApp } from '../../support/metrics';

const TOKEN = 'a token of the monitoring server';

describe('GET /metrics', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startMeasuredApp();
  });
  afterAll(() => app.close());

  it('200: the text format of Prometheus, on a port of its own', async () => {
    const response = await fetch(metricsUrl(app));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('# TYPE trestle_procedure_calls_total counter');
  });

  it('shows the release, the roles and Node', async () => {
    const { series, value } = await scrape(app);
    expect(series('trestle_build_info')).toEqual([
      expect.stringMatching(/^trestle_build_info\{version="\d+\.\d+\.\d+",roles="api,worker,realtime"\}$/),
    ]);
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'nodejs_heap_size_used_bytes'])
      expect(value(name)).toBeGreaterThan(0);
    expect(series('nodejs_active')).toEqual([]);
  });

  it('404 elsewhere on this port, and 405 with another method', async () => {
    for (const path of ['/', '/metrics/', '/api/health', '/api/trpc/auth.me'])
      expect((await fetch(metricsUrl(app, path))).status).toBe(404);
    expect((await fetch(metricsUrl(app), { method: 'POST', body: '{}' })).status).toBe(405);
    const head = await fetch(metricsUrl(app), { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('404 on the port of the API, also from this machine', async () => {
    expect((await new WireClient(app).request('GET', '/metrics')).status).toBe(404);
  });

  it('ends with the application', async () => {
    const ended = await startMeasuredApp();
    const url = metricsUrl(ended);
    await ended.close();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});

describe('GET /metrics on the port of the API, without METRICS_PORT', () => {
  /** From this machine. */
  const get = (port: number, headers: Record<string, string> = {}, path = '/metrics') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });

  it.each(['api', 'worker', 'realtime'])('200 from this machine, with the role %s', async (roles) => {
    const app = await startApp({ ROLES: roles });
    const response = await get(await listen(app));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain(`roles="${roles}"} 1`);
    await app.close();
  });

  describe('404', () => {
    let app: TestApp;
    let port: number;
    beforeAll(async () => {
      app = await startApp();
      port = await listen(app);
    });
    afterAll(() => app.close());

    it.each([
      ['x-forwarded-for', '203.0.113.9'],
      ['x-forwarded-host', 'acme.example.com'],
      ['x-real-ip', '203.0.113.9'],
      ['forwarded', 'for=203.0.113.9'],
      ['via', '1.1 proxy'],
    ])('through a proxy, which sends %s', async (name, value) => {
      expect((await get(port, { [name]: value })).status).toBe(404);
    });

    it.each(['acme.trestle.test', 'trestle.test', 'localhost.example.com', '127.0.0.1.example.com'])(
      'at the host %s',
      async (host) => {
        const response = await new WireClient(app).request('GET', '/metrics', undefined, { host });
        expect(response.status).toBe(404);
      },
    );

    it('is that of a path that does not exist', async () => {
      const [hidden, missing] = [await get(port, { via: '1.1 proxy' }), await get(port, {}, '/metricz')];
      expect(hidden.status).toBe(missing.status);
      const bodies = [await hidden.text(), await missing.text()];
      expect(bodies[0]).toBe(bodies[1]!.replaceAll('/metricz', '/metrics'));
    });
  });

  it('with METRICS_TOKEN: 200 with the token from anywhere, 404 without it', async () => {
    const app = await startApp({ METRICS_TOKEN: TOKEN });
    const port = await listen(app);
    const proxied = { via: '1.1 proxy' };
    expect((await get(port, { ...proxied, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    expect((await get(port)).status).toBe(404);
    expect((await get(port, { authorization: 'Bearer another token of a server' })).status).toBe(404);
    await app.close();
  });
});

describe('with METRICS_TOKEN', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startMeasuredApp({ METRICS_TOKEN: TOKEN });
  });
  afterAll(() => app.close());

  it.each([
    ['none', undefined],
    ['another one', 'Bearer another token of a monitoring server'],
    ['a part of it', `Bearer ${TOKEN.slice(0, -1)}`],
    ['another scheme', `Basic ${Buffer.from(`:${TOKEN}`).toString('base64')}`],
  ])('401: %s', async (_name, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const response = await fetch(metricsUrl(app), { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.text()).toBe('');
  });

  it('200 with the token, which is not shown', async () => {
    const response = await fetch(metricsUrl(app), { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain(TOKEN);
  });
});

describe('METRICS_PORT', () => {
  let server: Server;
  let port: string;
  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = String((server.address() as AddressInfo).port);
  });
  afterAll(() => server.close());

  it('that is in use stops the start with its name', async () => {
    const app = await startApp({ METRICS_PORT: port });
    await expect(app.nest.get(MetricsListener).listen()).rejects.toThrow(
      `METRICS_PORT ${port} on METRICS_HOST 127.0.0.1 cannot be used (EADDRINUSE)`,
    );
    await app.close();
  });

  it.each([
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT must be another port than PORT'],
    [{ METRICS_PORT: '65536' }, 'METRICS_PORT must be a port number from 0 to 65535'],
    [{ METRICS_PORT: '9464', METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 characters'],
  ])('%o is rejected', (env, problem) => {
    expect(() => readConfiguration(env)).toThrow(problem);
  });
});
