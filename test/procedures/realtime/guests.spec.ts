import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { BoardMessageSourceService } from '../../../src/modules/realtime/boards/board-message-source.service';
import { SubscriberLoop } from '../../../src/platform/events/delivery/subscriber-loop';
import { startApp, type TestApp } from '../../support/app';
import { deliverEvents } from '../../support/events';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { LiveSocket, relayEvents } from '../../support/live-socket';

describe('the sockets of a guest', () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    app = await startApp();
    organization = await anOrganization({ app });
  });
  afterAll(() => app.close());

  const owner = () => organization.owner.client;
  const share = (board: TestBoard, guest: TestMember, permission = 'view') =>
    made(owner(), 'boards.members.add', { boardId: board.id, userId: guest.userId, permission });
  const unshare = (board: TestBoard, guest: TestMember) =>
    made(owner(), 'boards.members.remove', { boardId: board.id, userId: guest.userId });
  const boardsInOneProject = async () => {
    const workspace = await aWorkspace({ organization });
    const first = await aBoard({ organization, workspace, columns: [{ name: 'Price', type: 'number' }] });
    return [
      first,
      await aBoard({ organization, project: first.project, columns: [{ name: 'Price', type: 'number' }] }),
    ] as const;
  };
  const aMove = (to: TestBoard) => ({ boardId: to.id, groupId: to.groupIds[0], position: 0 });

  it('follow the boards that are shared, while shares are added, changed and removed', async () => {
    const [first, second] = await boardsInOneProject();
    const guest = await organization.addMember('guest');
    await share(first, guest);
    await relayEvents(app);
    const socket = await LiveSocket.open(app, '/ws', guest.client.caller);
    for (const { id } of [first, second]) socket.send('subscribe', { boardId: id });
    await socket.find(({ type, boardId }) => type === 'ready' && boardId === first.id);
    const rejected = await socket.ofType('error');
    expect([rejected.boardId, rejected.payload.code]).toEqual([second.id, 'NOT_FOUND']);

    await share(second, guest, 'edit');
    socket.send('subscribe', { boardId: second.id });
    await socket.find(({ type, boardId }) => type === 'ready' && boardId === second.id);
    const created = async (board: TestBoard, name: string, client = owner()) => {
      const itemId = await anItem(board, { name, client });
      await made(owner(), 'comments.create', { itemId, body: `About ${name}` });
      await relayEvents(app);
      await socket.find(({ payload }) => payload.item?.name === name);
      const { payload } = await socket.find(({ payload: { comment } }) => comment?.itemId === itemId);
      const { data } = await guest.client.query('comments.list', { itemId });
      expect(payload).toEqual({ itemId, comment: data.comments[0] });
    };
    await created(second, 'By the guest', guest.client);
    await share(second, guest, 'view');
    await created(second, 'After the change');
    await created(first, 'Still here');

    await unshare(first, guest);
    const ended = await socket.ofType('unsubscribed');
    expect(ended).toEqual({
      type: 'unsubscribed',
      payload: { boardId: first.id, reason: 'No such board' },
      boardId: first.id,
    });
    await anItem(first, { name: 'Hidden' });
    await created(second, 'Last');
    const later = socket.messages.slice(socket.messages.indexOf(ended) + 1);
    expect(later.filter(({ boardId }) => boardId === first.id)).toEqual([]);
    socket.close();
  });

  it('show nothing of the boards beside theirs, nor of forms, automations and shares, live and replayed', async () => {
    const [shared, hidden] = await boardsInOneProject();
    const guest = await organization.addMember('guest');
    await share(shared, guest);
    await relayEvents(app);
    const live = await LiveSocket.open(app, `/ws/${shared.id}`, guest.client.caller);
    const { seq: since } = await live.ofType('ready');

    const secret = await anItem(hidden, { name: 'Secret before' });
    await made(owner(), 'comments.create', { itemId: secret, body: 'Secret text' });
    await made(owner(), 'items.update', { id: secret, name: 'Arrives' });
    await made(owner(), 'items.move', { id: secret, ...aMove(shared) });
    const leaving = await anItem(shared, { name: 'Leaves' });
    await made(owner(), 'items.move', { id: leaving, ...aMove(hidden) });
    await made(owner(), 'items.update', { id: leaving, name: 'Secret after' });
    await made(owner(), 'items.setValue', {
      itemId: leaving,
      columnId: hidden.column('Price'),
      value: 987_654,
    });
    await made(owner(), 'forms.create', { boardId: shared.id, name: 'Secret form' });
    await share(shared, await organization.addMember('guest', 'Secret guest'), 'edit');
    await anItem(shared, { name: 'Last' });
    await relayEvents(app);

    const replayed = await LiveSocket.open(app, `/ws/${shared.id}?since=${since}`, guest.client.caller);
    const ended = (socket: LiveSocket) => socket.find(({ payload }) => payload.item?.name === 'Last');
    for (const socket of [live, replayed]) {
      await ended(socket);
      const seqs = socket.events.map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.map((_seq, at) => since! + 1 + at));
      const text = JSON.stringify(socket.messages);
      expect(text).not.toMatch(/Secret|987654/);
      expect(text).not.toContain(hidden.id);
      expect(socket.events.at(0)).toMatchObject({ type: 'item.created', payload: { item: { id: secret } } });
      socket.close();
    }
  });

  it('show the users who look at the same board, without their addresses, until the share ends', async () => {
    const [board] = await boardsInOneProject();
    const guest = await organization.addMember('guest', 'Gus');
    await share(board, guest);
    const [member, socket] = [
      await LiveSocket.open(app, `/ws/${board.id}`, owner().caller),
      await LiveSocket.open(app, `/ws/${board.id}`, guest.client.caller),
    ];
    const { userId } = organization.owner;
    const { payload } = await socket.find(
      ({ type, payload: { userId: present } }) => type === 'presence.join' && present === userId,
    );
    expect(payload).toEqual({
      userId,
      user: { id: userId, name: 'Olivia Owner', avatar: null, isServiceAccount: false },
    });
    await member.find(({ type, payload: { user } }) => type === 'presence.join' && user.name === 'Gus');
    socket.send('cursor.move', { position: { row: 1 } });
    await member.ofType('cursor.move');
    await unshare(board, guest);
    expect((await socket.closed).code).toBe(4404);
    expect((await member.ofType('presence.leave')).payload).toEqual({ userId: guest.userId });
    member.close();
  });

  it('cannot tell items of other boards from missing ones', async () => {
    const [shared, hidden] = await boardsInOneProject();
    const guest = await organization.addMember('guest');
    await share(shared, guest);
    const socket = await LiveSocket.open(app, `/ws/${shared.id}`, guest.client.caller);
    await socket.ofType('presence.join');
    const elsewhere = await aBoard({ organization: await anOrganization({ app }) });
    const rejections = async (boardId: string, itemId: string) => {
      const before = socket.messages.length;
      socket.send('typing', { itemId });
      for (const type of ['cursor.move', 'subscribe', 'unsubscribe'])
        socket.send(type, { boardId, ...(type === 'cursor.move' ? { position: null } : {}) });
      await expect.poll(() => socket.messages.length).toBe(before + 4);
      return socket.messages
        .slice(before)
        .map(({ type, payload: { code, message } }) => [type, code, message] as string[]);
    };
    const missing = await rejections(newId('board'), newId('item'));
    expect(missing).toEqual([
      ['error', 'NOT_FOUND', 'No such item'],
      ['error', 'BAD_REQUEST', 'This socket is not subscribed to the board'],
      ['error', 'BAD_REQUEST', 'The socket of one board cannot subscribe; connect to /ws'],
      ['error', 'BAD_REQUEST', 'The socket of one board cannot subscribe; connect to /ws'],
    ]);
    for (const board of [hidden, elsewhere])
      expect(await rejections(board.id, await anItem(board))).toEqual(missing);
    socket.close();
  });

  it('get nothing more of a replay whose board is no longer shared', async () => {
    const [board] = await boardsInOneProject();
    const guest = await organization.addMember('guest');
    await share(board, guest);
    await relayEvents(app);
    const socket = await LiveSocket.open(app, '/ws', guest.client.caller);
    await socket.ofType('connected');
    const input = { boardId: board.id, groupId: board.groupIds[0] };
    const items = Array.from({ length: 100 }, (_each, at) => ({ name: `Item ${at}` }));
    for (let at = 0; at < 6; at += 1) await made(owner(), 'items.bulkCreate', { ...input, items });
    await relayEvents(app);
    const source = app.nest.get(BoardMessageSourceService, { strict: false });
    const messagesFor = source.messagesFor.bind(source);
    const pages = vi.spyOn(source, 'messagesFor').mockImplementation(async (...page) => {
      const messages = await messagesFor(...page);
      // Between reading a page and sending it.
      if (pages.mock.calls.length === 2) {
        await unshare(board, guest);
        await socket.ofType('unsubscribed');
      }
      return messages;
    });
    socket.send('subscribe', { boardId: board.id, since: 0 });
    const ended = await socket.ofType('unsubscribed');
    socket.send('ping');
    await socket.ofType('pong');
    pages.mockRestore();
    const later = socket.messages.slice(socket.messages.indexOf(ended) + 1);
    expect(later.map(({ type }) => type)).toEqual(['pong']);
    socket.close();
  });

  it('get no notification about an item that the guest no longer sees', async () => {
    const [shared, other] = await boardsInOneProject();
    const guest = await organization.addMember('guest');
    for (const board of [shared, other]) await share(board, guest);
    const items = [await anItem(shared), await anItem(other)];
    await deliverEvents(app);
    const socket = await LiveSocket.open(app, '/ws', guest.client.caller);
    await socket.ofType('connected');
    for (const itemId of items)
      await made(owner(), 'comments.create', { itemId, body: `Look, @${guest.userId}` });
    await relayEvents(app);
    await app.nest.get(SubscriberLoop, { strict: false }).drain();
    // The notifications are written, and their events are not relayed yet.
    await unshare(shared, guest);
    await relayEvents(app);
    const { payload } = await socket.ofType('notification.created');
    const { data } = await guest.client.query('notifications.list');
    expect(payload.notification).toEqual(data.notifications[0]);
    expect(payload.notification.itemId).toBe(items[1]);
    expect(JSON.stringify(socket.messages)).not.toContain(items[0]);
    socket.close();
  });
});
