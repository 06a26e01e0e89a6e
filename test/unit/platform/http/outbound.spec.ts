import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpConfig } from '../../../../src/platform/config/http.config';
import { OutboundConfig } from '../../../../src/platform/config/outbound.config';
import { NameResolver } from '../../../../src/platform/http/name-resolver';
import { Outbound } from '../../../../src/platform/http/outbound';
import { OutboundConnections } from '../../../../src/platform/http/outbound-connections';
import { outboundFetch } from '../../../../src/platform/http/outbound-fetch';
import { OutboundGuard } from '../../../../src/platform/http/outbound-guard';

class TurningResolver extends NameResolver {
  asked = 0;
  constructor(private readonly answers: string[]) {
    super();
  }
  override addressesOf(): Promise<string[]> {
    this.asked += 1;
    return Promise.resolve([this.answers[Math.min(this.asked, this.answers.length) - 1]!]);
  }
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function serve(listener: RequestListener): Promise<number> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function outbound(allow: string[], names: NameResolver = new NameResolver()): Outbound {
  const config = Object.assign(new OutboundConfig(), { allowedTargets: allow });
  return new Outbound(new OutboundGuard(config, new HttpConfig(), names), new OutboundConnections());
}

describe('Outbound', () => {
  it('sends the given request, with its own framing headers', async () => {
    const port = await serve((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const { host, 'user-agent': agent, 'x-own': own } = request.headers;
        response.end(JSON.stringify({ method: request.method, host, agent, own, body }));
      });
    });
    const answer = await outbound(['127.0.0.1']).request({
      method: 'POST',
      url: `http://127.0.0.1:${port}/`,
      headers: {
        'x-own': 'yes',
        Host: 'evil.example',
        'Content-Length': '1',
        'transfer-encoding': 'chunked',
      },
      body: 'hello',
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString())).toEqual({
      method: 'POST',
      host: `127.0.0.1:${port}`,
      agent: expect.stringMatching(/^Trestle\/\d/),
      own: 'yes',
      body: 'hello',
    });
  });

  it('connects to the validated address: a name is resolved once, which prevents rebinding', async () => {
    const port = await serve((_request, response) => void response.end('the judged one'));
    const names = new TurningResolver(['127.0.0.1', '127.0.0.2']);
    const answer = await outbound(['127.0.0.1', `turning.example:${port}`], names).request({
      method: 'GET',
      url: `http://turning.example:${port}/`,
    });
    expect(answer.body.toString()).toBe('the judged one');
    expect(names.asked).toBe(1);
  });

  it('never connects where the name resolves to this machine', async () => {
    let connections = 0;
    const port = await serve(() => (connections += 1));
    await expect(
      outbound([], new TurningResolver(['127.0.0.1'])).request({
        method: 'GET',
        url: `https://inward.example:${port}/`,
      }),
    ).rejects.toMatchObject({ reason: 'outbound_refused' });
    expect(connections).toBe(0);
  });

  it('does not follow redirects', async () => {
    let calls = 0;
    const port = await serve((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    });
    const answer = await outbound(['127.0.0.1']).request({ method: 'GET', url: `http://127.0.0.1:${port}/` });
    expect(answer.status).toBe(302);
    expect(calls).toBe(1);
  });

  it('stops at the size limit', async () => {
    const port = await serve((_request, response) => void response.end('x'.repeat(2_000)));
    await expect(
      outbound(['127.0.0.1']).request({
        method: 'GET',
        url: `http://127.0.0.1:${port}/`,
        maxBytes: 1_000,
      }),
    ).rejects.toMatchObject({ reason: 'outbound_failed', message: 'The response is longer than 1000 bytes' });
  });

  it('times out, with or without response headers', async () => {
    const port = await serve((_request, response) => void response.write('and then nothing'));
    await expect(
      outbound(['127.0.0.1']).request({
        method: 'GET',
        url: `http://127.0.0.1:${port}/`,
        timeoutMs: 100,
      }),
    ).rejects.toMatchObject({ message: 'The host did not respond in time' });
  });

  it('reveals no reason of a failed connection', async () => {
    const port = await serve(() => undefined);
    server!.close();
    server!.closeAllConnections();
    await once(server!, 'close');
    server = undefined;
    await expect(
      outbound(['127.0.0.1']).request({ method: 'GET', url: `http://127.0.0.1:${port}/` }),
    ).rejects.toMatchObject({ message: 'The host cannot be reached' });
  });

  it.each([
    ['a byte now and then', (response: ServerResponse) => setInterval(() => response.write('x'), 10).unref()],
    ['half a head', ({ socket }: ServerResponse) => socket!.write('HTTP/1.1 200 OK\r\nx-half: ')],
  ])('gives up at its time on %s', async (_name, answer) => {
    const port = await serve((_request, response) => void answer(response));
    await expect(
      outbound(['127.0.0.1']).request({ method: 'GET', url: `http://127.0.0.1:${port}/`, timeoutMs: 150 }),
    ).rejects.toMatchObject({ message: 'The host did not respond in time' });
  });

  it.each([
    ['a head without end', `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
    ['what is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
  ])('reveals nothing about %s', async (_name, bytes) => {
    const port = await serve((request) => request.socket.end(bytes));
    await expect(
      outbound(['127.0.0.1']).request({ method: 'GET', url: `http://127.0.0.1:${port}/` }),
    ).rejects.toMatchObject({ message: 'The host cannot be reached' });
  });

  it('does not decompress: the compressed size counts', async () => {
    const packed = gzipSync(Buffer.alloc(5_000_000));
    const port = await serve((request, response) => {
      response.setHeader('x-asked', String(request.headers['accept-encoding']));
      response.setHeader('content-encoding', 'gzip');
      response.end(packed);
    });
    const { body, headers } = await outbound(['127.0.0.1']).request({
      method: 'GET',
      url: `http://127.0.0.1:${port}/`,
    });
    expect(body.equals(packed)).toBe(true);
    expect(headers['x-asked']).toBe('undefined');
  });

  it('sends no header with a line break', async () => {
    let calls = 0;
    const port = await serve((_request, response) => {
      calls += 1;
      response.end();
    });
    const broken: Record<string, string>[] = [
      { 'x-a': 'b\r\nx-evil: c' },
      { 'x-a\r\nx-evil': 'c' },
      { 'x-a': 'b\u0000' },
    ];
    for (const headers of broken) {
      await expect(
        outbound(['127.0.0.1']).request({ method: 'GET', url: `http://127.0.0.1:${port}/`, headers }),
      ).rejects.toMatchObject({ reason: 'outbound_failed' });
    }
    expect(calls).toBe(0);
  });

  it('ignores the proxies of the environment', async () => {
    const port = await serve((_request, response) => void response.end('direct'));
    const names = [
      'HTTP_PROXY',
      'http_proxy',
      'HTTPS_PROXY',
      'https_proxy',
      'ALL_PROXY',
      'NODE_USE_ENV_PROXY',
    ];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = 'http://127.0.0.1:1';
    try {
      const answer = await outbound(['127.0.0.1']).request({
        method: 'GET',
        url: `http://127.0.0.1:${port}/`,
      });
      expect(answer.body.toString()).toBe('direct');
    } finally {
      for (const [index, name] of names.entries()) {
        const value = before[index];
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});

describe('outboundFetch', () => {
  const fetching = outboundFetch(outbound(['127.0.0.1']), { maxBytes: 1_000 });

  it('responds like fetch, and follows no redirects', async () => {
    const port = await serve((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        if (request.url === '/none') response.writeHead(204).end();
        else if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
        else response.writeHead(418, { 'content-type': 'application/json' }).end(JSON.stringify({ body }));
      });
    });
    const url = `http://127.0.0.1:${port}`;
    const form = new URLSearchParams({ a: 'b c' });
    const answer = await fetching(url, { method: 'POST', headers: {}, body: form });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([418, 'application/json']);
    await expect(answer.json()).resolves.toEqual({ body: 'a=b+c' });
    expect((await fetching(`${url}/none`, { method: 'GET', headers: {} })).status).toBe(204);
    const away = await fetching(`${url}/away`, { method: 'GET', headers: {}, body: null });
    expect([away.status, away.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/']);
    await expect(fetching(url, { method: 'POST', headers: {}, body: new Uint8Array(1) })).rejects.toThrow(
      TypeError,
    );
  });

  it('uses the guard, and stops at its size limit', async () => {
    const port = await serve((_request, response) => void response.end('x'.repeat(2_000)));
    const url = `http://127.0.0.1:${port}`;
    await expect(fetching(url, { method: 'GET', headers: {} })).rejects.toMatchObject({
      reason: 'outbound_failed',
    });
    await expect(outboundFetch(outbound([]))(url, { method: 'GET', headers: {} })).rejects.toMatchObject({
      reason: 'outbound_refused',
    });
  });
});
