import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import type { WireClient } from '../../support/client';
import { aSession, anAccount, type TestAccount } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { contentsOf } from '../../support/table-contents';

const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

/** Organizations are sibling subdomains, and so one site to a browser: only the exact origin keeps them apart. */
describe('a page of another origin', () => {
  let app: TestApp;
  let account: TestAccount;
  let own: string;
  let origins: string[];
  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: 'https://trestle.test', ROLES: 'api' });
    account = await anAccount({ app });
    const { slug } = account;
    const sibling = await anOrganization({ app });
    own = `https://${slug}.trestle.test`;
    origins = [
      `https://${sibling.slug}.trestle.test`,
      'https://trestle.test',
      `http://${slug}.trestle.test`,
      `${own}:8443`,
      `https://${slug}.trestle.test.evil.example`,
      `https://evil${slug}.trestle.test`,
      `https://x.${slug}.trestle.test`,
      `https://${slug}.trestle.test@evil.example`,
      `https://${slug}_trestle.test`,
      'https://evil.example',
      'null',
      '*',
      '',
    ];
  });
  afterAll(() => app.close());

  const change = (client: WireClient, headers: Record<string, string>, type: string) => {
    const body = type === 'application/json' ? { json: { name: 'Taken over' } } : 'a=b';
    const given = { ...headers, 'content-type': type };
    return client.request('POST', '/api/trpc/organizations.update', body, given);
  };

  it.each(TYPES)('changes nothing with the cookie, with a body of %s', async (type) => {
    const before = await contentsOf(app);
    const taken: unknown[] = [];
    for (const origin of origins) {
      const { status } = await change(account.client, { origin }, type);
      if (status !== 403) taken.push([origin, status]);
    }
    for (const site of ['cross-site', 'same-site', 'none', '']) {
      const { status } = await change(account.client, { 'sec-fetch-site': site }, type);
      if (status !== 403) taken.push([site, status]);
    }
    expect(taken).toEqual([]);
    expect(await contentsOf(app)).toEqual(before);
  });

  it('control: the own page does, with JSON only', async () => {
    const statuses = [];
    for (const type of TYPES) statuses.push((await change(account.client, { origin: own }, type)).status);
    expect(statuses).toEqual([200, 415, 415, 415]);
  });

  it('reads nothing: no response allows another origin, whatever the call', async () => {
    const requests: [string, string, Record<string, string>?][] = [
      ['GET', '/api/trpc/auth.me'],
      ['GET', '/api/trpc/nothing'],
      ['POST', '/api/trpc/organizations.update'],
      ['GET', '/api/health'],
      ['GET', '/api/auth/providers'],
      ['POST', '/api/auth/signin'],
      ['GET', '/signin'],
      ['GET', '/nothing'],
      ['POST', '/oauth/token'],
      ['GET', '/api/scim/v2/Users'],
    ];
    const preflight = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const open: unknown[] = [];
    for (const origin of [...origins, own]) {
      for (const [method, url] of requests) {
        const answer = await account.client.request(method, url, undefined, { origin });
        const asked = await account.client.request('OPTIONS', url, undefined, { origin, ...preflight });
        for (const { status, headers } of [answer, asked]) {
          const told = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
          if (told.length > 0) open.push([origin, method, url, told]);
          if (status >= 500) open.push([origin, method, url, status]);
        }
        if (asked.status < 400) open.push([origin, 'OPTIONS', url, asked.status]);
      }
    }
    expect(open).toEqual([]);
  });

  it('cannot overwrite a cookie: only the host-only cookie counts, in any order', async () => {
    const attacker = await anAccount({ app });
    const theirs = (await aSession(attacker.userId, { app })).cookie.replace('__Host-session=', '');
    const asked = async (cookie: string) =>
      (await account.client.as({ cookie, slug: undefined }).query('auth.me')).data?.id as string | undefined;
    expect(await asked(`session=${theirs}`)).toBeUndefined();
    expect(await asked(`session=${theirs}; ${account.cookie}`)).toBe(account.userId);
    expect(await asked(`${account.cookie}; session=${theirs}`)).toBe(account.userId);
    expect(await asked(`__host-session=${theirs}; ${account.cookie}`)).toBe(account.userId);
    expect(await asked(`__Secure-session=${theirs}; ${account.cookie}; session=${theirs}`)).toBe(
      account.userId,
    );
  });

  it('signs no one in: the routes that set a cookie accept no form and no foreign origin', async () => {
    const { email, password } = account;
    const anonymous = account.client.as({ cookie: '' });
    for (const type of TYPES.slice(1)) {
      const answer = await anonymous.request(
        'POST',
        '/api/auth/signin',
        `email=${email}&password=${password}`,
        {
          'content-type': type,
        },
      );
      expect([type, answer.status, answer.headers['set-cookie']]).toEqual([type, 415, undefined]);
    }
    const form = new URLSearchParams({ email, password }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const origin of origins) {
      const answer = await anonymous.request('POST', '/signin', form, { ...type, origin });
      expect([origin, answer.status, answer.headers['set-cookie']]).toEqual([origin, 403, undefined]);
    }
  });
});
