import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpConfig } from '../../../../src/platform/config/http.config';
import { OutboundConfig } from '../../../../src/platform/config/outbound.config';
import { NameResolver } from '../../../../src/platform/http/name-resolver';
import { Outbound } from '../../../../src/platform/http/outbound';
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
  return new Outbound(new OutboundGuard(config, new HttpConfig(), names));
}

describe('Outbound', () => {
  it('sends what it is asked to, and frames it itself', async () => {
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

  it('connects to the address that was judged: a name that turns is asked once', async () => {
    const port = await serve((_request, response) => void response.end('the judged one'));
    const names = new TurningResolver(['127.0.0.1', '127.0.0.2']);
    const answer = await outbound(['127.0.0.1', `turning.example:${port}`], names).request({
      method: 'GET',
      url: `http://turning.example:${port}/`,
    });
    expect(answer.body.toString()).toBe('the judged one');
    expect(names.asked).toBe(1);
  });

  it('never connects where the name leads to this machine', async () => {
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

  it('stops at the size it was given', async () => {
    const port = await serve((_request, response) => void response.end('x'.repeat(2_000)));
    await expect(
      outbound(['127.0.0.1']).request({
        method: 'GET',
        url: `http://127.0.0.1:${port}/`,
        maxBytes: 1_000,
      }),
    ).rejects.toMatchObject({ reason: 'outbound_failed', message: 'The answer is longer than 1000 bytes' });
  });

  it('gives up at its time, headers sent or not', async () => {
    const port = await serve((_request, response) => void response.write('and then nothing'));
    await expect(
      outbound(['127.0.0.1']).request({
        method: 'GET',
        url: `http://127.0.0.1:${port}/`,
        timeoutMs: 100,
      }),
    ).rejects.toMatchObject({ message: 'The other side did not answer in time' });
  });

  it('tells nothing of why a connection failed', async () => {
    const port = await serve(() => undefined);
    server!.close();
    server!.closeAllConnections();
    await once(server!, 'close');
    server = undefined;
    await expect(
      outbound(['127.0.0.1']).request({ method: 'GET', url: `http://127.0.0.1:${port}/` }),
    ).rejects.toMatchObject({ message: 'The other side cannot be reached' });
  });
});
