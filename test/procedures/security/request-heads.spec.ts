import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, startApp, type TestApp } from '../../support/app';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { eventsOf } from '../../support/refusals';
import { type RawAnswer, sendRaw } from '../../support/raw-http';
import { errorOf, expectEveryHeader } from '../../support/wire-shape';

const BODY = '{"json":{"name":"Smuggled"}}';

/** What a proxy in front may read in one way and the service in another. Bounds of bodies: wire/framing.spec.ts. */
describe('the head of a request', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let port: number;
  let token: string;
  let head: string;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    organization = await anOrganization({ app });
    port = await listen(app);
    const input = { name: 'raw', scopes: ['read', 'write'] };
    const { body } = await organization.owner.client.request('POST', '/api/auth/tokens', input);
    ({ token } = body as { token: string });
    head = `Host: ${organization.slug}.trestle.test\r\nAuthorization: Bearer ${token}\r\n`;
  });
  afterAll(() => app.close());

  const create = (more: string): Promise<RawAnswer> =>
    sendRaw(
      port,
      `POST /api/trpc/workspaces.create HTTP/1.1\r\n${head}${more.replace('TOKEN', token)}Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
    );

  it.each([
    ['another token', 'Authorization: Bearer svc_pat_x', 'Send one Authorization header'],
    ['the same token again', 'authorization: Bearer TOKEN', 'Send one Authorization header'],
    ['no token beside it', 'AUTHORIZATION:', 'Send one Authorization header'],
    ['another host', 'Host: other.trestle.test', 'Send one Host header'],
    [
      'another type',
      'Content-Type: application/json\r\nContent-Type: text/plain',
      'Send one Content-Type header',
    ],
  ])('400: with %s', async (_what, more, message) => {
    const before = await eventsOf(organization);
    const answer = await create(`${more}\r\n`);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      400,
      errorOf('BAD_REQUEST', 'workspaces.create', { message }),
    ]);
    expectEveryHeader(answer.headers);
    expect(await eventsOf(organization)).toEqual(before);
  });

  it.each(['gzip', 'br', 'x', 'identity, gzip'])('415: with a body of the type %s', async (encoding) => {
    const before = await eventsOf(organization);
    const answer = await create(`Content-Type: application/json\r\nContent-Encoding: ${encoding}\r\n`);
    expect(answer.status).toBe(415);
    expect(answer.body).toContain('Content-Encoding');
    expectEveryHeader(answer.headers);
    expect(await eventsOf(organization)).toEqual(before);
  });

  it('200: with one of each', async () => {
    const answer = await create('Content-Type: application/json\r\nContent-Encoding: identity\r\n');
    expect(answer.status).toBe(200);
  });

  it.each([
    [200, 'http://SLUG.trestle.test'],
    [200, 'HTTP://SLUG.Trestle.test:80'],
    [200, 'https://SLUG.trestle.test'],
    [400, 'http://other.trestle.test'],
    [400, 'http://SLUG.trestle.test:8080'],
    [400, 'http://SLUG.trestle.test.evil.example'],
    [400, 'http://SLUG.trestle.test@evil.example'],
  ])('%i: an absolute URL with a host, %s', async (status, origin) => {
    const url = `${origin.replace('SLUG', organization.slug)}/api/trpc/auth.me`;
    const answer = await sendRaw(port, `GET ${url} HTTP/1.1\r\n${head}\r\n`);
    expect([url, answer.status]).toEqual([url, status]);
    expectEveryHeader(answer.headers);
  });

  it('400 and a closed connection: CONNECT', async () => {
    const answer = await sendRaw(port, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n');
    expect([answer.status, answer.isClosed]).toEqual([400, true]);
    expect(JSON.parse(answer.body)).toEqual(errorOf('BAD_REQUEST', ''));
    expectEveryHeader(answer.headers);
  });

  it.each(['TRACE', 'PROPFIND', 'PURGE', 'QUERY', 'OPTIONS'])(
    '4xx: the method %s, on any path',
    async (method) => {
      for (const path of ['/', '/api/health', '/api/trpc/auth.me', '/api/auth/signin', '/signin']) {
        const answer = await sendRaw(port, `${method} ${path} HTTP/1.1\r\n${head}\r\n`);
        expect([path, [400, 404, 405].includes(answer.status)]).toEqual([path, true]);
        expectEveryHeader(answer.headers);
        expect(answer.body).not.toContain(token);
      }
    },
  );
});
