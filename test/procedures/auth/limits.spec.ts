import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anAccount } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';

describe('429: the limits of the sign-in routes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.0/8', ROLES: 'api' });
  });
  afterAll(() => app.close());

  /** A client with its own address, as the trusted proxy reports it. */
  const from = (ip: string) => new WireClient(app, { headers: { 'x-forwarded-for': ip } });
  const repeat = async (count: number, call: (index: number) => Promise<{ status: number }>) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) statuses.push((await call(index)).status);
    return statuses;
  };

  it('sign-in: 10 a minute from one address, counted whatever the body contains', async () => {
    const client = from('192.0.2.1');
    const statuses = await repeat(9, () => client.request('POST', '/api/auth/signin', {}));
    expect(statuses).toEqual(Array.from({ length: 9 }, () => 400));
    const { email, password } = await anAccount({ app });
    const tenth = await client.request('POST', '/api/auth/signin', { email, password });
    expect(tenth.status).toBe(200);
    expect(tenth.headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' });
    const eleventh = await client.request('POST', '/api/auth/signin', { email, password });
    expect(eleventh.status).toBe(429);
    expect(eleventh.error).toMatchObject({ code: -32029, data: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(eleventh.headers['retry-after'])).toBeLessThanOrEqual(60);
    const elsewhere = await from('192.0.2.2').request('POST', '/api/auth/signin', { email, password });
    expect(elsewhere.status).toBe(200);
  });

  it('sign-in: the client’s own X-Forwarded-For does not select another bucket', async () => {
    const statuses = await repeat(12, (index) =>
      from(`10.9.8.${index}, 192.0.2.3`).request('POST', '/api/auth/signin', {}),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it('sign-in: an IPv6 client has one bucket for its whole network', async () => {
    const statuses = await repeat(12, (index) =>
      from(`2001:db8:1:2::${index + 1}`).request('POST', '/api/auth/signin', {}),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it('registration: 5 a minute from one address', async () => {
    const client = from('192.0.2.4');
    const statuses = await repeat(6, () => client.request('POST', '/api/auth/register', {}));
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it.each(['forgot-password', 'resend-confirmation'])(
    '%s: 3 a minute for one e-mail in any spelling, known or unknown, from any address',
    async (route) => {
      const { email } = await anAccount({ app });
      for (const address of [email, `unknown-${email}`]) {
        const spellings = [address, address.toUpperCase(), ` ${address} `, address];
        const statuses = await repeat(4, (index) =>
          from(`192.0.2.${100 + index}`).request('POST', `/api/auth/${route}`, {
            email: spellings[index],
          }),
        );
        expect(statuses).toEqual([202, 202, 202, 429]);
      }
    },
  );

  it('HTTP routes of members count like procedures: against the token', async () => {
    const { owner } = await anOrganization({ app, plan: 'free' });
    const me = await owner.client.query('auth.me');
    expect(me.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' });
    const created = await owner.client.request('POST', '/api/auth/tokens', { name: 'CI', scopes: ['read'] });
    expect(created.status).toBe(201);
    expect(created.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '58' });
  });

  it('an HTTP route without a credential counts against the address', async () => {
    const client = from('192.0.2.5');
    const first = await client.request('POST', '/api/auth/tokens', { name: 'CI', scopes: ['read'] });
    expect(first.status).toBe(401);
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '999' });
  });
});
