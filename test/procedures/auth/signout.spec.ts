import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession, anAccount } from '../../support/factories/account.factory';

const ROUTE = '/api/auth/signout';
const CLEARED = 'session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax';

describe('POST /api/auth/signout', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('204: ends the session immediately, and only this one', async () => {
    const { client, userId } = await anAccount({ app });
    const other = await aSession(userId, { app });
    expect((await client.query('auth.me')).status).toBe(200);
    const answer = await client.request('POST', ROUTE);
    expect(answer.status).toBe(204);
    expect(answer.body).toBe('');
    expect(answer.headers['set-cookie']).toBe(CLEARED);
    expect((await client.query('auth.me')).status).toBe(401);
    expect((await new WireClient(app, { cookie: other.cookie }).query('auth.me')).status).toBe(200);
  });

  it('204: again, without a session, and with a content type but no body', async () => {
    const { client } = await anAccount({ app });
    await client.request('POST', ROUTE);
    expect((await client.request('POST', ROUTE)).status).toBe(204);
    const anonymous = await new WireClient(app).request('POST', ROUTE, '', {
      'content-type': 'application/json',
      'content-length': '0',
    });
    expect(anonymous.status).toBe(204);
    expect(anonymous.headers['set-cookie']).toBe(CLEARED);
  });

  it.each([
    ['a foreign site', { origin: 'https://evil.example' }],
    ['a sibling organization', { origin: 'http://sibling.trestle.test' }],
    ['the apex', { origin: 'http://trestle.test' }],
    ['no origin at all', { origin: 'null' }],
    ['a same-site navigation', { 'sec-fetch-site': 'same-site' }],
  ])('403: a request from %s ends nothing', async (_what, headers) => {
    const { client } = await anAccount({ app });
    const answer = await client.request('POST', ROUTE, undefined, headers as Record<string, string>);
    expect(answer.status).toBe(403);
    expect(answer.error!.data).toMatchObject({ code: 'FORBIDDEN', path: ROUTE });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await client.query('auth.me')).status).toBe(200);
  });

  it('204: from the organization’s own pages', async () => {
    const { client, slug } = await anAccount({ app });
    const headers = { origin: `http://${slug}.trestle.test`, 'sec-fetch-site': 'same-origin' };
    expect((await client.request('POST', ROUTE, undefined, headers)).status).toBe(204);
  });
});
