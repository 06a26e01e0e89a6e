import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, startApp, type TestApp } from '../../support/app';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { sendRaw } from '../../support/raw-http';
import { checkedFetch } from '../../support/responses/checked-fetch';
import { errorOf, expectEveryHeader } from '../../support/wire-shape';

/** Only a real connection has an HTTP parser in front of the service. */
describe('on a connection', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let port: number;
  let head: string;
  let token: string;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    organization = await anOrganization({ app });
    const created = await organization.owner.client.request('POST', '/api/auth/tokens', {
      name: 'raw',
      scopes: ['read', 'write'],
    });
    ({ token } = created.body as { token: string });
    head = `Host: ${organization.slug}.trestle.test\r\nAuthorization: Bearer ${token}\r\n`;
    port = await listen(app);
  });
  afterAll(() => app.close());

  const written = async () => {
    const { rows } = await app.sql.query('select from outbox where organization_id = $1', [organization.id]);
    return rows.length;
  };

  it('200: control, and the connection is kept', async () => {
    const answer = await sendRaw(port, `GET /api/trpc/auth.me HTTP/1.1\r\n${head}\r\n`);
    expect([answer.status, answer.isClosed]).toEqual([200, false]);
    expectEveryHeader(answer.headers);
  });

  const JSON_HEAD = 'Content-Type: application/json\r\n';
  const BODY = '{"json":{"name":"Smuggled"}}';
  const CHUNKED = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
  it.each<[string, string]>([
    [
      'both lengths',
      `Content-Length: ${BODY.length}\r\nTransfer-Encoding: chunked\r\n${JSON_HEAD}\r\n${CHUNKED}`,
    ],
    [
      'both lengths in the other order',
      `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n${JSON_HEAD}\r\n${CHUNKED}`,
    ],
    ['two lengths', `Content-Length: ${BODY.length}\r\nContent-Length: 5\r\n${JSON_HEAD}\r\n${BODY}`],
    ['one length twice', `Content-Length: 5\r\nContent-Length: 5\r\n${JSON_HEAD}\r\n${BODY}`],
    ['an invalid length', `Content-Length: 5x\r\n${JSON_HEAD}\r\n${BODY}`],
    ['a negative length', `Content-Length: -5\r\n${JSON_HEAD}\r\n${BODY}`],
    ['a length with a sign', `Content-Length: +28\r\n${JSON_HEAD}\r\n${BODY}`],
    ['a transfer coding that ends in no chunks', `Transfer-Encoding: gzip\r\n${JSON_HEAD}\r\n${BODY}`],
    ['chunked twice', `Transfer-Encoding: chunked, identity\r\n${JSON_HEAD}\r\n${CHUNKED}`],
    ['a blank before the colon', `Content-Length : ${BODY.length}\r\n${JSON_HEAD}\r\n${BODY}`],
    ['a folded header', `X: a\r\n b\r\n: c\r\n${JSON_HEAD}\r\n`],
    ['a NUL in a header', `X: a\u0000b\r\n${JSON_HEAD}\r\n`],
    ['a bare line feed between headers', `X: a\nContent-Length: ${BODY.length}\r\n${JSON_HEAD}\r\n${BODY}`],
    ['a bare line feed at the end of the head', `Content-Length: ${BODY.length}\r\n${JSON_HEAD}\n${BODY}`],
    ['a bad chunk', `Transfer-Encoding: chunked\r\n${JSON_HEAD}\r\nzz\r\n${BODY}\r\n0\r\n\r\n`],
  ])('400 and the end of it: %s', async (_what, rest) => {
    const before = await written();
    const answer = await sendRaw(port, `POST /api/trpc/workspaces.create HTTP/1.1\r\n${head}${rest}`);
    expect([answer.status, answer.isClosed]).toEqual([400, true]);
    expect(JSON.parse(answer.body)).toEqual(errorOf('BAD_REQUEST', ''));
    expectEveryHeader(answer.headers);
    expect(await written()).toBe(before);
  });

  it.each([
    ['line feeds only', 'GET /api/health HTTP/1.1\nHost: a\n\n'],
    ['no HTTP', 'hello\r\n\r\n'],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
    ['a method that there is not', 'SMUGGLE / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a version that there is not', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'],
  ])('400 and a closed connection: %s', async (_what, bytes) => {
    const answer = await sendRaw(port, Buffer.from(bytes, 'latin1'));
    expect([answer.status, answer.isClosed]).toEqual([400, true]);
    expect(JSON.parse(answer.body)).toEqual(errorOf('BAD_REQUEST', ''));
    expectEveryHeader(answer.headers);
  });

  it('one response, however much data follows', async () => {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    for (let part = 0; part < 20; part += 1) socket.write('GET / HTTP/1.1\nnonsense\r\n\r\n');
    await once(socket, 'close');
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it.each([
    ['none', ''],
    ['two', 'Host: a.trestle.test\r\nHost: b.trestle.test\r\n'],
    ['the same twice', 'Host: a.trestle.test\r\nhOST: a.trestle.test\r\n'],
  ])('400: where the Host is %s, because it selects the organization', async (_what, hosts) => {
    const answer = await sendRaw(
      port,
      `GET /api/trpc/auth.me HTTP/1.1\r\n${hosts}Authorization: Bearer ${token}\r\n\r\n`,
    );
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual(
      errorOf('BAD_REQUEST', 'auth.me', { message: 'Send one Host header' }),
    );
    expectEveryHeader(answer.headers);
  });

  it('200: HTTP/1.0 without a Host, with a token that selects its organization', async () => {
    const answer = await sendRaw(
      port,
      `GET /api/trpc/organizations.get HTTP/1.0\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    expect([answer.status, answer.isClosed]).toEqual([200, true]);
  });

  it('Expect is ignored', async () => {
    const answer = await sendRaw(port, `GET /api/trpc/auth.me HTTP/1.1\r\n${head}Expect: the-worst\r\n\r\n`);
    expect(answer.status).toBe(200);
    expectEveryHeader(answer.headers);
  });

  it('431: headers beyond 16 KiB, in the common format', async () => {
    const answer = await sendRaw(
      port,
      `GET /api/trpc/workspaces.list?input=${'x'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`,
    );
    expect([answer.status, answer.isClosed]).toEqual([431, true]);
    expect(JSON.parse(answer.body)).toEqual(errorOf('HEADERS_TOO_LARGE', ''));
    expectEveryHeader(answer.headers);
  });

  it('200: an input of 12 KiB with GET', async () => {
    const input = encodeURIComponent(JSON.stringify({ json: { search: 'x'.repeat(200) } }));
    const padding = `&x=${'x'.repeat(12_000)}`;
    const answer = await sendRaw(
      port,
      `GET /api/trpc/workspaces.list?input=${input}${padding} HTTP/1.1\r\n${head}\r\n`,
    );
    expect(answer.status).toBe(200);
  });

  it.each(['/api/x/../trpc/auth.me', '/api/./trpc/auth.me', '/..;/api/trpc/auth.me', '*'])(
    '404: %s, which no client would send',
    async (path) => {
      const answer = await sendRaw(port, `OPTIONS ${path} HTTP/1.1\r\n${head}\r\n`);
      expect(answer.status).toBe(404);
      expectEveryHeader(answer.headers);
    },
  );

  describe('a body beyond 10 MiB', () => {
    const url = () => `http://127.0.0.1:${port}/api/trpc/workspaces.create`;
    const headers = () => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` });

    it('413: for a client that sends it all, and the connection is kept', async () => {
      for (const megabytes of [11, 40]) {
        const body = Buffer.alloc(megabytes * 1024 * 1024, 'x');
        const answer = await checkedFetch(app, url(), { method: 'POST', headers: headers(), body });
        expect([answer.status, await answer.json()]).toEqual([
          413,
          errorOf('PAYLOAD_TOO_LARGE', 'workspaces.create'),
        ]);
        expectEveryHeader(Object.fromEntries(answer.headers));
      }
    });

    it('413: of unknown length', async () => {
      let sent = 0;
      const body = new ReadableStream({
        pull(controller) {
          sent += 1;
          if (sent > 200) controller.close();
          else controller.enqueue(Buffer.alloc(64 * 1024, 'x'));
        },
      });
      // The DOM's types, which some package brings along, do not know of `duplex`.
      const request = { method: 'POST', headers: headers(), body, duplex: 'half' } as RequestInit;
      const answer = await checkedFetch(app, url(), request);
      expect([answer.status, await answer.json()]).toEqual([
        413,
        errorOf('PAYLOAD_TOO_LARGE', 'workspaces.create'),
      ]);
    });

    it('413: as soon as its length is known', async () => {
      const answer = await sendRaw(
        port,
        `POST /api/trpc/workspaces.create HTTP/1.1\r\n${head}${JSON_HEAD}Content-Length: 999999999\r\n\r\n`,
      );
      expect(answer.status).toBe(413);
    });

    it('413, not more: a body of 10 MiB is read', async () => {
      const name = 'x'.repeat(10 * 1024 * 1024 - '{"json":{"name":""}}'.length);
      const body = JSON.stringify({ json: { name } });
      const answer = await checkedFetch(app, url(), { method: 'POST', headers: headers(), body });
      expect(answer.status).toBe(400);
      const longer = await checkedFetch(app, url(), { method: 'POST', headers: headers(), body: `${body} ` });
      expect(longer.status).toBe(413);
    });
  });
});
