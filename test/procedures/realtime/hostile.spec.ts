import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { startApp, type TestApp } from '../../support/app';
import type { Caller } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { aWorkspace } from '../../support/factories/workspace.factory';
import { LiveSocket, RejectedHandshake } from '../../support/live-socket';

describe('sockets reject', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let foreign: TestOrganization;
  let board: TestBoard;
  let caller: Caller;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMITS: 'on' });
    organization = await anOrganization({ app });
    foreign = await anOrganization({ app });
    board = await aBoard({ organization });
    caller = organization.owner.client.caller;
  });
  afterAll(() => app.close());

  const rejected = async (path: string, as: Caller): Promise<number> => {
    const error: unknown = await LiveSocket.open(app, path, as).then(
      (socket) => socket.close(),
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(RejectedHandshake);
    const { response, status } = error as RejectedHandshake;
    expect(response.headers['x-request-id']).toBeDefined();
    expect(response.headers['x-ratelimit-limit']).toBeDefined();
    return status;
  };

  const closed = async (path: string, as: Caller): Promise<number> =>
    (await (await LiveSocket.open(app, path, as)).closed).code;

  it('a cookie of another origin, and of none in a browser', async () => {
    const { cookie } = await aSession(organization.owner.userId, { app });
    const { slug } = organization;
    const path = `/ws/${board.id}`;
    for (const headers of [
      { origin: 'http://evil.example.com' },
      { origin: `http://${foreign.slug}.trestle.test` },
      { origin: `https://${slug}.trestle.test` },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      expect(await rejected(path, { cookie, slug, headers }), JSON.stringify(headers)).toBe(403);
      expect(await rejected('/ws', { cookie, slug, headers }), JSON.stringify(headers)).toBe(403);
    }
  });

  it('invalid credentials', async () => {
    const { slug } = organization;
    expect(await rejected('/ws', { token: 'svc_pat_nonsense', slug })).toBe(401);
    expect(await rejected('/ws', { cookie: 'session=nonsense', slug })).toBe(401);
    expect(await rejected('/ws', { ...caller, slug: foreign.slug })).toBe(401);
    const { cookie } = await aSession(foreign.owner.userId, { app });
    const origin = `http://${slug}.trestle.test`;
    expect(await rejected('/ws', { cookie, slug, headers: { origin } })).toBe(403);
  });

  it('a token without the scope read', async () => {
    const writer = await organization.tokenFor(organization.owner, ['write']);
    expect(await rejected(`/ws/${board.id}`, writer.caller)).toBe(403);
    const socket = await LiveSocket.open(app, `/ws/${board.id}`, { slug: organization.slug });
    socket.send('auth', { token: writer.caller.token });
    expect((await socket.closed).code).toBe(4403);
  });

  it('a token in the address, and other parameters', async () => {
    const { slug, token } = caller;
    expect(await rejected(`/ws/${board.id}?token=${token}`, { slug })).toBe(400);
    expect(await rejected(`/ws/${board.id}?since=1&x=1`, caller)).toBe(400);
    for (const since of ['-1', '1.5', 'x', '', '99999999999999999', '1&since=2'])
      expect(await rejected(`/ws/${board.id}?since=${since}`, caller), since).toBe(400);
  });

  it('a board that is missing, foreign, hidden or malformed, all alike', async () => {
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    const hidden = await aBoard({ organization, workspace });
    const elsewhere = await aBoard({ organization: foreign });
    const member = await organization.addMember();
    const ends = await Promise.all(
      [newId('board'), hidden.id, elsewhere.id, 'nonsense', board.project.id, '%00', ''].map(
        async (id) => await (await LiveSocket.open(app, `/ws/${id}`, member.client.caller)).closed,
      ),
    );
    for (const end of ends) expect(end).toEqual({ code: 4404, reason: 'No such board' });
    const socket = await LiveSocket.open(app, '/ws', member.client.caller);
    for (const boardId of [newId('board'), hidden.id, elsewhere.id]) {
      socket.send('subscribe', { boardId });
      const { payload } = await socket.find(
        (message) => message.type === 'error' && message.boardId === boardId,
      );
      expect(payload).toEqual({ code: 'NOT_FOUND', message: 'No such board', type: 'subscribe' });
    }
    socket.close();
  });

  it('another first message than a valid token, and silence', async () => {
    const { slug } = organization;
    const path = `/ws/${board.id}`;
    const first = async (text: string) => {
      const socket = await LiveSocket.open(app, path, { slug });
      socket.socket.send(text);
      return (await socket.closed).code;
    };
    expect(await first('{"type":"subscribe","payload":{"boardId":"brd_00000000000000000000000000"}}')).toBe(
      4401,
    );
    expect(await first('nonsense')).toBe(4400);
    expect(await first('{"type":"auth","payload":{"token":7}}')).toBe(4400);
    expect(await first('{"type":"auth","payload":{"token":"svc_pat_nonsense"}}')).toBe(4401);
    expect(await closed(path, { slug })).toBe(4401);
  });

  it('malformed messages, without a crash', async () => {
    const socket = await LiveSocket.open(app, `/ws/${board.id}`, caller);
    await socket.ofType('ready');
    const texts = [
      'nonsense',
      'null',
      '[]',
      '7',
      '{}',
      '{"type":"nonsense"}',
      '{"type":"item.created","payload":{}}',
      '{"type":"__proto__"}',
      '{"type":"cursor.move","payload":{"position":{"__proto__":1}}}',
      '{"type":"cursor.move","payload":{"position":{"a":[1]}}}',
      '{"type":"cursor.move","payload":{"position":{"a":"\\u0000"}}}',
      '{"type":"cursor.move","payload":{"position":{"a":"\\ud800"}}}',
      `{"type":"cursor.move","payload":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
      '{"type":"subscribe","payload":{"boardId":"brd_00000000000000000000000000"}}',
      '{"type":"auth","payload":{"token":"x"}}',
      `{"type":"typing","payload":{"itemId":"${newId('item')}"}}`,
      '{"type":"ping","payload":{"extra":1}}',
    ];
    for (const text of texts) socket.socket.send(text);
    socket.send('ping');
    await socket.ofType('pong');
    const errors = socket.messages.filter(({ type }) => type === 'error');
    expect(errors.map(({ payload }) => payload.code)).toEqual([
      ...Array.from({ length: 15 }, () => 'BAD_REQUEST'),
      'NOT_FOUND',
      'BAD_REQUEST',
    ]);
    for (let at = 0; at < 10; at += 1) socket.socket.send('nonsense');
    expect((await socket.closed).code).toBe(4400);
  });

  it('typing in an item of another board', async () => {
    const elsewhere = await aBoard({ organization });
    const itemId = await anItem(elsewhere);
    const socket = await LiveSocket.open(app, `/ws/${board.id}`, caller);
    socket.send('typing', { itemId });
    const { payload } = await socket.ofType('error');
    expect(payload).toEqual({ code: 'NOT_FOUND', message: 'No such item', type: 'typing' });
    socket.close();
  });

  it('binary messages, large ones, and too many', async () => {
    const open = async () => {
      const socket = await LiveSocket.open(app, `/ws/${board.id}`, caller);
      await socket.ofType('ready');
      return socket;
    };
    const binary = await open();
    binary.socket.send(Buffer.from([1, 2, 3]));
    expect((await binary.closed).code).toBe(1003);
    const large = await open();
    large.socket.send(JSON.stringify({ type: 'ping', payload: 'x'.repeat(1_000_000) }));
    expect((await large.closed).code).toBe(1009);
    const fragmented = await open();
    for (let at = 0; at < 40; at += 1) fragmented.socket.send('x'.repeat(1_000), { fin: false });
    expect((await fragmented.closed).code).toBe(1009);
    const many = await open();
    for (let at = 0; at < 1_000; at += 1) many.send('ping');
    expect((await many.closed).code).toBe(4429);
    const pings = await open();
    for (let at = 0; at < 1_000; at += 1) pings.socket.ping();
    // The library terminates a client that pings without end.
    expect([1006, 4429]).toContain((await pings.closed).code);
    const subscribes = await LiveSocket.open(app, '/ws', caller);
    for (let at = 0; at < 1_000; at += 1) subscribes.send('subscribe', { boardId: newId('board') });
    expect((await subscribes.closed).code).toBe(4429);
  });

  it('compressed, masked wrongly, malformed and unfinished frames', async () => {
    const open = async () => {
      const socket = await LiveSocket.open(app, `/ws/${board.id}`, caller);
      await socket.ofType('ready');
      return { socket, raw: (socket.socket as unknown as { _socket: Socket })._socket };
    };
    const mask = [1, 2, 3, 4];
    const masked = (...bytes: number[]) => bytes.map((byte, at) => byte ^ mask[at % 4]!);
    for (const [what, code, frame] of [
      ['a compressed message', 1002, [0xc1, 0x81, ...mask, ...masked(0)]],
      ['no mask', 1002, [0x81, 0x02, 0x7b, 0x7d]],
      ['a reserved operation', 1002, [0x83, 0x80, ...mask]],
      ['a ping in fragments', 1002, [0x09, 0x80, ...mask]],
      ['a continuation of nothing', 1002, [0x80, 0x81, ...mask, ...masked(0x7b)]],
      ['a length of 2^63', 1009, [0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, ...mask]],
      ['a length of 4 GiB', 1009, [0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, ...mask]],
      ['invalid UTF-8', 1007, [0x81, 0x82, ...mask, ...masked(0xc3, 0x28)]],
      ['a surrogate in UTF-8', 1007, [0x81, 0x83, ...mask, ...masked(0xed, 0xa0, 0x80)]],
    ] as [string, number, number[]][]) {
      const { socket, raw } = await open();
      raw.write(Buffer.from(frame));
      expect((await socket.closed).code, what).toBe(code);
    }
  });

  it('more sockets without a credential than an address may open at once', async () => {
    const { slug } = organization;
    const sockets: LiveSocket[] = [];
    for (let at = 0; at < 100; at += 1) sockets.push(await LiveSocket.open(app, '/ws', { slug }));
    expect(await rejected('/ws', { slug })).toBe(429);
    sockets[0]!.send('auth', { token: caller.token });
    await sockets[0]!.ofType('connected');
    sockets[1]!.close();
    await sockets[1]!.closed;
    for (let at = 0; at < 2; at += 1) sockets.push(await LiveSocket.open(app, '/ws', { slug }));
    expect(await rejected('/ws', { slug })).toBe(429);
    for (const socket of sockets) socket.close();
  });

  it('typing in one item after the other, which costs calls', async () => {
    const free = await anOrganization({ app, plan: 'free' });
    const own = await aBoard({ organization: free });
    const items = [await anItem(own), await anItem(own)];
    const reader = await free.tokenFor(free.owner, ['read']);
    const socket = await LiveSocket.open(app, `/ws/${own.id}`, reader.caller);
    await socket.ofType('ready');
    for (let at = 0; at < 70; at += 1) socket.send('typing', { itemId: items[at % 2] });
    expect((await socket.ofType('error')).payload).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    socket.close();
    const another = await LiveSocket.open(app, `/ws/${board.id}`, caller);
    const itemId = await anItem(board);
    for (let at = 0; at < 70; at += 1) another.send('typing', { itemId });
    another.send('ping');
    await another.ofType('pong');
    expect(another.messages.filter(({ type }) => type === 'error')).toEqual([]);
    another.close();
  });

  it('more than 50 boards of a socket', async () => {
    const socket = await LiveSocket.open(app, '/ws', caller);
    const boards: TestBoard[] = [];
    for (let at = 0; at < 51; at += 1) boards.push(await aBoard({ organization, project: board.project }));
    for (const { id } of boards) socket.send('subscribe', { boardId: id });
    const { payload, boardId } = await socket.ofType('error');
    expect(payload.code).toBe('TOO_MANY_REQUESTS');
    expect(boardId).toBe(boards.at(-1)!.id);
    expect(socket.messages.filter(({ type }) => type === 'ready')).toHaveLength(50);
    socket.close();
  });

  it('more than 100 sockets of a user', async () => {
    const member = await organization.addMember();
    const sockets: LiveSocket[] = [];
    for (let at = 0; at < 100; at += 1) sockets.push(await LiveSocket.open(app, '/ws', member.client.caller));
    expect(await rejected('/ws', member.client.caller)).toBe(429);
    sockets[0]!.close();
    await sockets[0]!.closed;
    const another = await LiveSocket.open(app, '/ws', member.client.caller);
    for (const socket of [...sockets, another]) socket.close();
  });

  it('handshakes beyond the limit of calls', async () => {
    const free = await anOrganization({ app, plan: 'free' });
    const reader = await free.tokenFor(free.owner, ['read']);
    const answers = new Set<number>();
    for (let at = 0; at < 61; at += 1) {
      try {
        (await LiveSocket.open(app, '/ws', reader.caller)).close();
        answers.add(101);
      } catch (error) {
        answers.add((error as RejectedHandshake).status);
      }
    }
    expect([...answers]).toEqual([101, 429]);
  });
});
