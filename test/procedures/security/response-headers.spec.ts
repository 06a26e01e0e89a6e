import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, startApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import { aSampleWorld, type SampleWorld } from '../../support/sample-world';
import { sendRaw } from '../../support/raw-http';
import { expectEveryHeader } from '../../support/wire-shape';

const HSTS = 'max-age=31536000; includeSubDomains';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const HTML = { accept: 'text/html' };

/** Each class of response once: method, address, status and type, and what is sent. */
const CLASSES: [string, string, number, string | null, Record<string, string>?, string?][] = [
  ['GET', '/api/trpc/auth.me', 200, 'application/json; charset=utf-8'],
  ['GET', '/api/trpc/auth.me,nothing?batch=1', 207, 'application/json; charset=utf-8'],
  ['GET', '/api/trpc/items.get', 400, 'application/json; charset=utf-8'],
  ['GET', '/api/trpc/nothing', 404, 'application/json; charset=utf-8'],
  ['POST', '/api/trpc/auth.me', 405, 'application/json; charset=utf-8'],
  [
    'POST',
    '/api/trpc/workspaces.create',
    415,
    'application/json; charset=utf-8',
    { 'content-type': 'text/plain' },
    'x',
  ],
  ['GET', '/api/health', 200, 'application/json; charset=utf-8'],
  ['GET', '/api/auth/providers', 200, 'application/json; charset=utf-8'],
  ['POST', '/api/auth/signin', 400, 'application/json; charset=utf-8'],
  ['POST', '/api/auth/signout', 204, null],
  ['GET', '/api/nothing', 404, 'application/json; charset=utf-8'],
  ['GET', '/%', 400, 'application/json; charset=utf-8'],
  ['GET', '/api/boards/BOARD/export?format=csv', 200, 'text/csv; charset=utf-8'],
  ['GET', '/api/boards/BOARD/export?format=json', 200, 'application/json; charset=utf-8'],
  [
    'GET',
    '/api/boards/BOARD/export?format=xlsx',
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  ['GET', '/api/boards/BOARD/export?format=exe', 400, 'application/json; charset=utf-8'],
  ['GET', '/api/scim/v2/Users', 401, 'application/scim+json; charset=utf-8'],
  ['GET', '/.well-known/oauth-authorization-server', 200, 'application/json; charset=utf-8'],
  ['POST', '/oauth/token', 401, 'application/json; charset=utf-8', FORM, 'a=b'],
  ['GET', '/oauth/token', 405, 'application/json; charset=utf-8'],
  ['GET', '/oauth/authorize', 400, 'text/html; charset=utf-8'],
  ['GET', '/api/auth/saml/metadata', 200, 'application/samlmetadata+xml; charset=utf-8'],
  ['POST', '/api/auth/saml/acs', 400, 'text/html; charset=utf-8', FORM, 'SAMLResponse=x'],
  ['GET', '/signin', 200, 'text/html; charset=utf-8'],
  ['GET', '/nothing', 404, 'text/html; charset=utf-8', HTML],
  ['GET', '/settings/account', 303, 'text/plain; charset=utf-8'],
];

/** The rate limit in the header fields of the IETF draft, equal to the other headers; any number of seconds. */
const draftedOf = ({ headers }: Pick<WireAnswer, 'headers'>) => ({
  'ratelimit-policy': `"calls";q=${headers['x-ratelimit-limit']};w=60`,
  ratelimit: expect.stringMatching(
    new RegExp(`^"calls";r=${headers['x-ratelimit-remaining']};t=([0-9]|[1-5][0-9]|60)$`),
  ) as unknown,
});

/** Missing headers that pages, files and empty responses require in addition. */
function lacksOf({ status, headers, bytes }: WireAnswer): string[] {
  const { 'content-type': type = '', 'content-security-policy': policy = '' } = headers;
  const lacks: string[] = [];
  if ((status === 204 || status === 303) && bytes.length > 0) lacks.push('emptiness');
  if (type.startsWith('text/html')) {
    if (headers['x-frame-options'] !== 'DENY') lacks.push('x-frame-options');
    // What loads anything falls back to the first of them; frames and bases do not.
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
      if (!policy.includes(rule)) lacks.push(rule);
    if (/unsafe|\*|object-src/.test(policy)) lacks.push('a strict policy');
  }
  const isFile = /^text\/csv|spreadsheet/.test(type);
  if (isFile && !/^attachment; filename="[ -~]+"/.test(headers['content-disposition'] ?? ''))
    lacks.push('content-disposition');
  return lacks;
}

describe('on https', () => {
  let app: TestApp;
  let world: SampleWorld;
  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: 'https://trestle.test', ROLES: 'api' });
    world = await aSampleWorld({ app });
  });
  afterAll(() => app.close());

  it.each(CLASSES)('%s %s, %i of type %s', async (method, url, status, type, headers = {}, body) => {
    const isAtApex = /^\/(oauth|\.well-known)/.test(url);
    const client = world.organization.owner.client.as(isAtApex ? { slug: undefined } : {});
    const answer = await client.request(method, url.replace('BOARD', world.board.id), body, headers);
    expect([answer.status, answer.headers['content-type'] ?? null]).toEqual([status, type]);
    expectEveryHeader(answer.headers);
    expect(answer.headers['strict-transport-security']).toBe(HSTS);
    expect(answer.headers).toMatchObject(draftedOf(answer));
    expect(lacksOf(answer)).toEqual([]);
  });

  it('also for requests that cannot be parsed', async () => {
    const port = await listen(app);
    for (const bytes of ['nonsense\r\n\r\n', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`]) {
      const answer = await sendRaw(port, bytes);
      expect([400, 431]).toContain(answer.status);
      expectEveryHeader(answer.headers);
      expect(answer.headers['strict-transport-security']).toBe(HSTS);
      expect(answer.headers).toMatchObject(draftedOf(answer));
    }
  });

  it('a session is in the cookie only, in no body', async () => {
    const email = `${world.organization.slug}@example.com`;
    const anonymous = new WireClient(app);
    const registered = await anonymous.request('POST', '/api/auth/register', {
      name: 'Ada',
      email,
      password: 'correct horse battery',
      organizationName: 'Cookies',
    });
    expect(registered.status).toBe(201);
    const [, value = ''] = /^__Host-session=([^;]+);/.exec(registered.headers['set-cookie']!) ?? [];
    expect(value.length).toBeGreaterThan(100);
    expect(registered.bytes.includes(value)).toBe(false);
    expect(registered.headers['set-cookie']).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(registered.headers['set-cookie']).not.toMatch(/domain=/i);
  });
});
