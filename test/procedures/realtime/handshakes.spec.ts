import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import type { Caller } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { portOf } from '../../support/live-socket';

describe('handshakes that are none', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let board: TestBoard;
  let caller: Caller;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMITS: 'on' });
    organization = await anOrganization({ app });
    board = await aBoard({ organization });
    caller = organization.owner.client.caller;
  });
  afterAll(() => app.close());

  const exchange = async (lines: string[], body = ''): Promise<string> => {
    const socket = connect(await portOf(app), '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await once(socket, 'close');
    return text;
  };
  const host = () => `Host: ${organization.slug}.trestle.test`;
  const websocket = ['Connection: Upgrade', 'Upgrade: websocket'];

  it('without a key, with another version, and with two Host headers', async () => {
    const path = `GET /ws/${board.id} HTTP/1.1`;
    const keyless = await exchange([path, host(), ...websocket, 'Sec-WebSocket-Version: 13']);
    expect(keyless).toMatch(/^HTTP\/1.1 400 /);
    expect(keyless.toLowerCase()).toContain('x-content-type-options: nosniff');
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    expect(await exchange([path, host(), ...websocket, key, 'Sec-WebSocket-Version: 1'])).toMatch(
      /^HTTP\/1.1 400 /,
    );
    const twice = [path, host(), host(), ...websocket, key, 'Sec-WebSocket-Version: 13'];
    expect(await exchange(twice)).toMatch(/^HTTP\/1.1 400 /);
  });

  it('whose path leads elsewhere after normalization', async () => {
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    const headers = [
      host(),
      ...websocket,
      key,
      'Sec-WebSocket-Version: 13',
      `Authorization: Bearer ${caller.token}`,
    ];
    // The raw client does not take part in closing, for which the service waits.
    await Promise.all(
      ['..', '.', '%2e%2e', '%', '\\'].map(async (name) => {
        const response = await exchange([`GET /ws/${name} HTTP/1.1`, ...headers]);
        expect(response, name).toMatch(/^HTTP\/1.1 101 /);
        expect(response, name).toContain('No such board');
      }),
    );
    for (const path of ['/ws/x/..', '//ws', '/WS', '/ws/x/y', '/%77s']) {
      const response = await exchange([`GET ${path} HTTP/1.1`, ...headers, 'Connection: close']);
      expect(response, path).toMatch(/^HTTP\/1.1 404 /);
    }
  });

  it('are served as ordinary requests when they offer another protocol, or go elsewhere', async () => {
    const offer = [
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    ];
    const health = await exchange(['GET /api/health HTTP/1.1', host(), ...offer]);
    expect(health).toMatch(/^HTTP\/1.1 200 /);
    expect(health).toContain('"status":"ok"');
    const body = JSON.stringify({ json: { name: 'By Java' } });
    const created = await exchange(
      [
        'POST /api/trpc/workspaces.create HTTP/1.1',
        host(),
        ...offer,
        `Authorization: Bearer ${caller.token}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body,
    );
    expect(created).toMatch(/^HTTP\/1.1 200 /);
    expect(created).toContain('"name":"By Java"');
    const elsewhere = await exchange([
      'GET /wss HTTP/1.1',
      host(),
      'Connection: upgrade, close',
      'Upgrade: websocket',
    ]);
    expect(elsewhere).toMatch(/^HTTP\/1.1 404 /);
  });
});
