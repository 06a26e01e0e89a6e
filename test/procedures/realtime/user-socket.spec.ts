import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { aBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { deliverEvents } from '../../support/events';
import { LiveSocket, portOf, relayEvents } from '../../support/live-socket';
import { sendRaw } from '../../support/raw-http';

describe('/ws', () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    app = await startApp();
    organization = await anOrganization({ app });
  });
  afterAll(() => app.close());

  it('subscribes to boards, each with its own numbers', async () => {
    const [first, second] = [await aBoard({ organization }), await aBoard({ organization })];
    await relayEvents(app);
    const socket = await LiveSocket.open(app, '/ws', organization.owner.client.caller);
    expect((await socket.ofType('connected')).payload).toEqual({
      userId: organization.owner.userId,
      organizationId: organization.id,
      unreadCount: 0,
    });
    const readyOf = ({ id }: { id: string }) =>
      socket.find(({ type, boardId }) => type === 'ready' && boardId === id);
    socket.send('subscribe', { boardId: first.id });
    socket.send('subscribe', { boardId: second.id, since: 0 });
    expect((await readyOf(second)).payload).toEqual({ boardId: second.id, seq: 0 });
    const { seq } = await readyOf(first);
    await socket.find(({ type, boardId }) => type === 'board.created' && boardId === second.id);
    await anItem(first);
    await anItem(second);
    await relayEvents(app);
    const created = ({ id }: { id: string }) =>
      socket.find(({ type, boardId }) => type === 'item.created' && boardId === id);
    expect((await created(first)).seq).toBe(seq! + 1);
    await created(second);
    socket.send('unsubscribe', { boardId: first.id });
    await socket.ofType('unsubscribed');
    const { length } = socket.messages;
    await anItem(first);
    await anItem(second, { name: 'Last' });
    await relayEvents(app);
    await socket.find(({ type, payload }) => type === 'item.created' && payload.item.name === 'Last');
    expect(socket.messages.slice(length).filter(({ boardId }) => boardId === first.id)).toEqual([]);
    socket.send('cursor.move', { position: null });
    expect((await socket.ofType('error')).payload).toMatchObject({
      code: 'BAD_REQUEST',
      type: 'cursor.move',
    });
    socket.close();
  });

  it('rejects since, because each board has its own numbers', async () => {
    const { token, slug } = organization.owner.client.caller;
    for (const credential of [`Authorization: Bearer ${token}\r\n`, '']) {
      const { status, body } = await sendRaw(
        await portOf(app),
        `GET /ws?since=1 HTTP/1.1\r\nHost: ${slug}.trestle.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${credential}\r\n`,
      );
      expect(status).toBe(400);
      expect(JSON.parse(body).error.data.issues).toEqual([
        {
          path: 'since',
          message: 'Numbers are of one board: send it in the message subscribe, with the boardId',
        },
      ]);
    }
  });

  it('begins a subscription again, at another number', async () => {
    const board = await aBoard({ organization });
    await anItem(board);
    await relayEvents(app);
    const socket = await LiveSocket.open(app, '/ws', organization.owner.client.caller);
    socket.send('subscribe', { boardId: board.id });
    const { seq } = await socket.ofType('ready');
    socket.send('subscribe', { boardId: board.id, since: seq! - 1 });
    expect((await socket.ofType('item.created')).seq).toBe(seq);
    await anItem(board, { name: 'Once' });
    await relayEvents(app);
    socket.send('ping');
    await socket.find(({ payload }) => payload.item?.name === 'Once');
    expect(socket.messages.filter(({ payload }) => payload.item?.name === 'Once')).toHaveLength(1);
    socket.close();
  });

  it("sends the user's notifications, and no one else's", async () => {
    const board = await aBoard({ organization });
    const [ann, bea] = [await organization.addMember(), await organization.addMember()];
    const itemId = await anItem(board);
    await deliverEvents(app);
    const sockets = await Promise.all(
      [ann, ann, bea].map(({ client }) => LiveSocket.open(app, '/ws', client.caller)),
    );
    for (const socket of sockets) await socket.ofType('connected');
    const body = `Look, @${ann.userId}`;
    await made(organization.owner.client, 'comments.create', { itemId, body });
    await deliverEvents(app);
    // The subscriber has written the event of the notification.
    await relayEvents(app);
    const { data } = await ann.client.query('notifications.list');
    for (const socket of sockets.slice(0, 2)) {
      expect(await socket.ofType('notification.created')).toEqual({
        type: 'notification.created',
        payload: { notification: data.notifications[0], unreadCount: 1 },
      });
    }
    sockets[2]!.send('ping');
    await sockets[2]!.ofType('pong');
    expect(sockets[2]!.messages.filter(({ type }) => type === 'notification.created')).toEqual([]);
    for (const socket of sockets) socket.close();
    const again = await LiveSocket.open(app, '/ws', ann.client.caller);
    expect((await again.ofType('connected')).payload.unreadCount).toBe(1);
    again.close();
  });
});
