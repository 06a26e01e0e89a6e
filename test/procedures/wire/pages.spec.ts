import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { expectEveryHeader } from '../../support/wire-shape';

describe('errors for browsers', () => {
  let app: TestApp;
  let client: WireClient;
  beforeAll(async () => {
    app = await sharedApp();
    client = new WireClient(app, {});
  });

  it('are a page when a browser requests an unknown address', async () => {
    const answer = await client.request('GET', '/no-such-page', undefined, {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    });
    expect(answer.status).toBe(404);
    expectEveryHeader(answer.headers);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(answer.headers['x-frame-options']).toBe('DENY');
    expect(answer.body).toContain('<h1>Page not found</h1>');
    expect(answer.body).not.toContain('<script');
  });

  it.each(['application/json', '*/*', 'text/html-not'])(
    'are JSON for clients that accept %s',
    async (accept) => {
      const answer = await client.request('GET', '/no-such-page', undefined, { accept });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    },
  );

  it('are JSON under /api, for all clients', async () => {
    const answer = await client.request('GET', '/api/no-such-route', undefined, { accept: 'text/html' });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });
});
