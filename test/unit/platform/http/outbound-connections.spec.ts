import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpConfig } from '../../../../src/platform/config/http.config';
import { OutboundConfig } from '../../../../src/platform/config/outbound.config';
import { NameResolver } from '../../../../src/platform/http/name-resolver';
import { Outbound, type OutboundRequest } from '../../../../src/platform/http/outbound';
import { OutboundConnections } from '../../../../src/platform/http/outbound-connections';
import { OutboundGuard } from '../../../../src/platform/http/outbound-guard';

const OWNER = 'org_1';

/** Every name has the last address that the test has set. */
class SetResolver extends NameResolver {
  addresses = ['127.0.0.1'];

  override addressesOf(): Promise<string[]> {
    return Promise.resolve(this.addresses);
  }
}

let server: Server;
let connections: OutboundConnections;
let sockets: Socket[];
let names: SetResolver;
let outbound: Outbound;
let port: number;

async function serve(listener: RequestListener): Promise<void> {
  sockets = [];
  server = createServer(listener);
  // Only the client ends connections.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  const allowedTargets = ['receiver.example', 'other.example'];
  names = new SetResolver();
  connections = new OutboundConnections();
  const config = Object.assign(new OutboundConfig(), { allowedTargets });
  outbound = new Outbound(new OutboundGuard(config, new HttpConfig(), names), connections);
}

afterEach(() => {
  connections.onApplicationShutdown();
  server.closeAllConnections();
  server.close();
});

function post(given: Partial<OutboundRequest> = {}) {
  const url = `http://receiver.example:${port}/`;
  return outbound.request({ method: 'POST', url, body: '{}', connectionOwner: OWNER, ...given });
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise<void>((resolve) => socket.once('close', () => resolve()));
}

const accept: RequestListener = (request, response) =>
  void request.resume().on('end', () => response.writeHead(204).end());

describe('connections of outbound requests', () => {
  it('are kept for the next request of their owner', async () => {
    await serve(accept);
    for (let sent = 0; sent < 10; sent += 1) await expect(post()).resolves.toMatchObject({ status: 204 });
    // The connection of a response that has just ended is not free yet: two take turns.
    expect(sockets.length).toBeLessThanOrEqual(2);
  });

  it('are closed after a request without an owner', async () => {
    await serve(accept);
    const { url, method } = { url: `http://receiver.example:${port}/`, method: 'POST' } as const;
    await outbound.request({ url, method });
    await outbound.request({ url, method });
    expect(sockets).toHaveLength(2);
  });

  it.each<[string, Partial<OutboundRequest> | (() => Partial<OutboundRequest>)]>([
    ['another owner', { connectionOwner: 'org_2' }],
    ['another host with the same address', () => ({ url: `http://other.example:${port}/` })],
  ])('are not shared with %s', async (_of, other) => {
    await serve(accept);
    await post();
    await post(typeof other === 'function' ? other() : other);
    expect(sockets).toHaveLength(2);
    await post();
    expect(sockets).toHaveLength(2);
  });

  it('are not used when the name has got another address', async () => {
    await serve(accept);
    await post();
    names.addresses = ['127.0.0.2'];
    await post();
    expect(sockets.map(({ localAddress }) => localAddress)).toEqual(['127.0.0.1', '127.0.0.2']);
  });

  it('are not used when the guard rejects the target now', async () => {
    let requests = 0;
    await serve((request, response) => {
      requests += 1;
      accept(request, response);
    });
    await post();
    names.addresses = [];
    await expect(post()).rejects.toMatchObject({ reason: 'outbound_refused' });
    expect(requests).toBe(1);
  });

  it('are opened for requests at the same time, which do not wait for each other', async () => {
    let waiting: (() => void) | undefined;
    await serve((request, response) => {
      const respond = () => accept(request, response);
      if (waiting === undefined) waiting = respond;
      else {
        respond();
        waiting();
      }
    });
    const statuses = await Promise.all([post(), post()]);
    expect(statuses).toEqual([
      expect.objectContaining({ status: 204 }),
      expect.objectContaining({ status: 204 }),
    ]);
    expect(sockets).toHaveLength(2);
  });

  it('are closed when the response has more than what is kept', async () => {
    await serve((_request, response) => void response.end('x'.repeat(100_000)));
    const { body } = await post({ keptBytes: 4 });
    expect(body.toString()).toBe('xxxx');
    await closed(sockets[0]!);
    await expect(post({ keptBytes: 4 })).resolves.toMatchObject({ status: 200 });
  });

  it('are replaced when the receiver has closed them, and the request is sent again', async () => {
    const bodies: string[] = [];
    await serve((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        bodies.push(body);
        // The second request gets no response.
        if (bodies.length === 2) request.socket.destroy();
        else response.writeHead(204).end();
      });
    });
    await post({ body: 'first' });
    await expect(post({ body: 'second' })).resolves.toMatchObject({ status: 204 });
    expect(bodies).toEqual(['first', 'second', 'second']);
  });

  it('are not replaced when the receiver has never responded: the request has failed', async () => {
    await serve((request) => void request.socket.destroy());
    await expect(post()).rejects.toMatchObject({ reason: 'outbound_failed' });
    await expect(post()).rejects.toMatchObject({ reason: 'outbound_failed' });
    expect(sockets).toHaveLength(2);
  });

  it('are not replaced more than once', async () => {
    let requests = 0;
    await serve((request, response) => {
      requests += 1;
      if (requests === 1) accept(request, response);
      else request.socket.destroy();
    });
    await post();
    await expect(post()).rejects.toMatchObject({ reason: 'outbound_failed' });
    expect(requests).toBe(3);
  });

  it('are closed after a few seconds without a request', async () => {
    await serve(accept);
    await post();
    await closed(sockets[0]!);
    await expect(post()).resolves.toMatchObject({ status: 204 });
    expect(sockets).toHaveLength(2);
  });

  it('have a limit of targets; requests to others use connections of their own', async () => {
    await serve(accept);
    const owners = Array.from({ length: 130 }, (_, number) => `org_${number}`);
    for (const connectionOwner of owners) await post({ connectionOwner });
    const open = () => sockets.filter(({ closed }) => !closed).length;
    await Promise.all(sockets.slice(128).map(closed));
    expect(open()).toBe(128);
  });
});
