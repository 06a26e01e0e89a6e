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

  const offer = [
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
  ];
  const health = (...headers: string[]) =>
    ['GET /api/health HTTP/1.1', host(), ...headers, '', ''].join('\r\n');
  const me = (...headers: string[]) =>
    [
      'GET /api/trpc/auth.me HTTP/1.1',
      host(),
      `Authorization: Bearer ${caller.token}`,
      ...headers,
      '',
      '',
    ].join('\r\n');
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const handshake = (...headers: string[]) =>
    [
      `GET /ws/${board.id} HTTP/1.1`,
      host(),
      ...websocket,
      key,
      'Sec-WebSocket-Version: 13',
      `Authorization: Bearer ${caller.token}`,
      ...headers,
      '',
      '',
    ].join('\r\n');

  /** The text that the service sends until it fits. */
  const converse = async (text: string, fits: (received: string) => boolean, more?: () => string | null) => {
    const socket = connect(await portOf(app), '127.0.0.1');
    let received = '';
    socket.write(text);
    for await (const chunk of socket) {
      received += String(chunk);
      if (fits(received)) break;
      const next = more?.();
      if (next) socket.write(next);
    }
    socket.destroy();
    return received;
  };
  const statuses = (text: string) =>
    [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

  it('are served one after the other on a connection that stays open, without leaving listeners', async () => {
    const warnings: Error[] = [];
    const remember = (warning: Error) => void warnings.push(warning);
    process.on('warning', remember);
    let sent = 1;
    const text = await converse(
      health(...offer),
      (received) => statuses(received).length === 40,
      () => (sent < 40 && ++sent > 0 ? health(...offer) : null),
    );
    process.off('warning', remember);
    expect(statuses(text)).toEqual(Array.from({ length: 40 }, () => 200));
    expect(warnings).toEqual([]);
  });

  it('are served in their order when they follow each other without waiting', async () => {
    const text = await converse(
      me() + health(...offer) + me(...offer) + health(),
      (received) => statuses(received).length === 4 && received.endsWith('}'),
    );
    expect(statuses(text)).toEqual([200, 200, 200, 200]);
    const order = [...text.matchAll(/"uptimeSeconds"|"memberships"/g)].map(([found]) => found);
    expect(order).toEqual(['"memberships"', '"uptimeSeconds"', '"memberships"', '"uptimeSeconds"']);
  });

  it('begin a socket only after the responses to earlier requests', async () => {
    const text = await converse(me() + me() + handshake(), (received) => received.includes('"ready"'));
    expect(statuses(text)).toEqual([200, 200, 101]);
    expect(text.indexOf(' 101 ')).toBeGreaterThan(text.lastIndexOf('"memberships"'));
  });

  it('keep a body that is sent in chunks', async () => {
    const body = JSON.stringify({ json: { name: 'In chunks' } });
    const created = await exchange(
      [
        'POST /api/trpc/workspaces.create HTTP/1.1',
        host(),
        'Connection: Upgrade, close',
        'Upgrade: h2c',
        `Authorization: Bearer ${caller.token}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ],
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    expect(statuses(created)).toEqual([200]);
    expect(created).toContain('"name":"In chunks"');
  });

  it('are rejected with a body, which would be read as frames', async () => {
    for (const [header, body] of [
      ['Content-Length: 5', 'hello'],
      ['Transfer-Encoding: chunked', '5\r\nhello\r\n0\r\n\r\n'],
    ] as const) {
      const text = await converse(handshake(header) + body, (received) => received.includes('\r\n\r\n'));
      expect(statuses(text), header).toEqual([400]);
    }
  });

  it('are rejected with more headers than the parser keeps: the rest would be lost', async () => {
    const many = Array.from({ length: 2_500 }, () => 'a:');
    const hidden = health();
    // The parser itself knows the length of a body: the request after it follows, or Node (since 22.23) closes the connection.
    for (const [upgrade, expected] of [
      [offer, [[431]]],
      [websocket, [[431]]],
      [[], [[431], [431, 200]]],
    ] as const) {
      const text = await exchange(
        [
          'POST /api/trpc/workspaces.create HTTP/1.1',
          host(),
          ...upgrade,
          ...many,
          `Content-Length: ${hidden.length}`,
        ],
        hidden + health('Connection: close'),
      );
      expect(expected, upgrade[1]).toContainEqual(statuses(text));
    }
  });

  it('ignore extensions and subprotocols, and are rejected with malformed headers', async () => {
    const accepted = await converse(
      handshake(
        'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits, x-unknown; a="b"',
        'Sec-WebSocket-Protocol: graphql-ws, secret-of-the-client',
      ),
      (received) => received.includes('"ready"'),
    );
    expect(statuses(accepted)).toEqual([101]);
    // A client must not take the service for a speaker of its protocol.
    expect(accepted).not.toMatch(/sec-websocket-(extensions|protocol)/i);
    const lines = (...headers: string[]) =>
      [
        `GET /ws/${board.id} HTTP/1.1`,
        host(),
        ...websocket,
        `Authorization: Bearer ${caller.token}`,
        ...headers,
        '',
        '',
      ].join('\r\n');
    for (const headers of [
      [key, key, 'Sec-WebSocket-Version: 13'],
      ['Sec-WebSocket-Key: too-short', 'Sec-WebSocket-Version: 13'],
      ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==, x', 'Sec-WebSocket-Version: 13'],
      [key, 'Sec-WebSocket-Version: 13, 8'],
      [key, 'Sec-WebSocket-Version: 99999999999999999999'],
      [key, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Protocol: a, a'],
      [key, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Protocol: (('],
      [key, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Protocol: '],
    ]) {
      const text = await converse(lines(...headers), (received) => received.includes('\r\n\r\n'));
      expect(statuses(text), headers.join()).toEqual([400]);
    }
  });
});
