import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { type LiveMessage, LiveSocket, relayEvents } from '../../support/live-socket';
import { EventPresenterService } from '../../../src/modules/events';
import { ExistingItemsReadModel } from '../../../src/modules/items';

describe('messages of a board', () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    app = await startApp();
    organization = await anOrganization({ app });
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => app.close());

  const connect = (board: TestBoard, query = '', at = app) =>
    LiveSocket.open(at, `/ws/${board.id}${query}`, organization.owner.client.caller);

  const seqs = (messages: readonly LiveMessage[]) => messages.map(({ seq }) => seq);
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

  const head = async (board: TestBoard): Promise<number> => {
    await relayEvents(app);
    const { rows } = await app.sql.query<{ last: string }>(
      'select last from event_sequences where board_id = $1',
      [board.id],
    );
    return Number(rows[0]!.last);
  };

  it('that were missed follow with since, and only those', async () => {
    const board = await aBoard({ organization });
    const before = await head(board);
    for (let at = 0; at < 5; at += 1) await anItem(board, { name: `Item ${at}` });
    const last = await head(board);
    const socket = await connect(board, `?since=${before + 2}`);
    const messages = await socket.upTo(last);
    expect(socket.messages[0]).toMatchObject({
      type: 'ready',
      payload: { boardId: board.id, seq: before + 2 },
    });
    expect(seqs(messages)).toEqual(range(before + 3, last));
    expect(messages.map(({ payload }) => payload.item.name)).toEqual(['Item 2', 'Item 3', 'Item 4']);
    await anItem(board);
    await relayEvents(app);
    expect(seqs(await socket.upTo(last + 1))).toEqual(range(before + 3, last + 1));
    socket.close();
  });

  it('of more pages than one follow in order', async () => {
    const board = await aBoard({ organization });
    const before = await head(board);
    const input = { boardId: board.id, items: Array.from({ length: 100 }, (_, at) => ({ name: `${at}` })) };
    for (let at = 0; at < 6; at += 1) {
      await made(organization.owner.client, 'items.bulkCreate', { ...input, groupId: board.groupIds[0] });
    }
    const last = await head(board);
    expect(last).toBe(before + 600);
    const socket = await connect(board, `?since=${before}`);
    expect(seqs(await socket.upTo(last))).toEqual(range(before + 1, last));
    socket.close();
  });

  it('are replaced with resync when since is ahead, too far back or removed', async () => {
    const board = await aBoard({ organization });
    const last = await head(board);
    const ahead = await connect(board, `?since=${last + 1}`);
    expect(await ahead.ofType('resync')).toEqual({
      type: 'resync',
      payload: { boardId: board.id, seq: last },
      seq: last,
      boardId: board.id,
    });
    expect((await ahead.ofType('ready')).seq).toBe(last);
    await app.sql.query('delete from events where board_id = $1', [board.id]);
    const removed = await connect(board, '?since=0');
    expect((await removed.ofType('resync')).seq).toBe(last);
    await app.sql.query('update event_sequences set last = last + 3000 where board_id = $1', [board.id]);
    const far = await connect(board, `?since=${last}`);
    expect((await far.ofType('resync')).seq).toBe(last + 3_000);
    // The socket continues after the number of resync.
    await anItem(board);
    await relayEvents(app);
    for (const socket of [ahead, removed, far]) {
      expect(
        (await socket.find(({ type }) => type === 'item.created' || type === 'resync')).seq,
      ).toBeGreaterThan(0);
      socket.close();
    }
  });

  it('are complete while changes are written during the handshake', async () => {
    const board = await aBoard({ organization });
    const writer = { isWriting: true };
    const writing = (async () => {
      while (writer.isWriting) {
        await anItem(board);
        await relayEvents(app);
      }
    })();
    const sockets: LiveSocket[] = [];
    for (let at = 0; at < 40; at += 1) {
      const since = at % 2 === 0 ? '' : `?since=${Math.max(0, (sockets[0]?.events.at(-1)?.seq ?? 3) - 3)}`;
      sockets.push(await connect(board, since));
    }
    writer.isWriting = false;
    await writing;
    const last = await head(board);
    for (const socket of sockets) {
      const { seq } = await socket.ofType('ready');
      const messages = seq === last ? [] : await socket.upTo(last);
      expect(seqs(messages)).toEqual(range(seq! + 1, last));
      socket.close();
    }
  });

  it('show nothing of an item that has moved to a board that the user does not see', async () => {
    const board = await aBoard({ organization });
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    const secret = await aBoard({ organization, workspace });
    const member = await organization.addMember();
    const before = await head(board);
    const open = () => LiveSocket.open(app, `/ws/${board.id}?since=${before}`, member.client.caller);
    const live = await open();
    await live.ofType('ready');
    const itemId = await anItem(board, { name: 'Leaves' });
    const { client } = organization.owner;
    const comment = await made(client, 'comments.create', { itemId, body: 'Here' });
    await made(client, 'items.move', {
      id: itemId,
      boardId: secret.id,
      groupId: secret.groupIds[0],
      position: 0,
    });
    await made(client, 'items.update', { id: itemId, name: 'Secret name' });
    await made(client, 'comments.update', { id: comment.id, body: 'Secret text' });
    const last = await head(board);
    const replayed = await open();
    for (const socket of [live, replayed]) {
      const messages = await socket.upTo(last);
      expect(seqs(messages)).toEqual(range(before + 1, last));
      expect(messages.at(-1)).toMatchObject({ type: 'item.deleted', payload: { itemId } });
      expect(JSON.stringify(socket.messages)).not.toContain('Secret');
      socket.close();
    }
    const there = await LiveSocket.open(app, `/ws/${secret.id}?since=0`, client.caller);
    await there.find(({ type, payload }) => type === 'item.created' && payload.item.id === itemId);
    there.close();
  });

  it('include computed values', async () => {
    const board = await aBoard({ organization, columns: [{ name: 'Price', type: 'number' }] });
    await made(organization.owner.client, 'columns.create', {
      boardId: board.id,
      name: 'Double',
      type: 'formula',
      config: { expression: '{Price} * 2' },
    });
    const itemId = await anItem(board);
    const socket = await connect(board, `?since=${await head(board)}`);
    const columnId = board.column('Price');
    await made(organization.owner.client, 'items.setValue', { itemId, columnId, value: 21 });
    await relayEvents(app);
    const computed = await socket.find(
      ({ type, payload }) => type === 'value.set' && payload.columnId !== columnId,
    );
    expect(computed.payload).toMatchObject({ itemId, value: 42 });
    socket.close();
  });

  it('that cannot be built become a resync, after attempts', async () => {
    const board = await aBoard({ organization });
    const last = await head(board);
    const socket = await connect(board);
    await socket.ofType('ready');
    const presenter = app.nest.get(EventPresenterService, { strict: false });
    const broken = vi.spyOn(presenter, 'present').mockRejectedValue(new Error('no database'));
    await anItem(board);
    await relayEvents(app);
    expect((await socket.ofType('resync')).seq).toBe(last + 1);
    // Those of the board's creation can still be on their way.
    const attempts = broken.mock.calls.filter(([, events]) =>
      events.some(({ type }) => type === 'item.created'),
    );
    expect(attempts).toHaveLength(4);
    broken.mockRestore();
    await anItem(board);
    await relayEvents(app);
    expect((await socket.ofType('item.created')).seq).toBe(last + 2);
    socket.close();
  });

  it('are built once for all sockets of the process, and not at all for other boards', async () => {
    const board = await aBoard({ organization });
    const other = await aBoard({ organization });
    const last = await head(board);
    await head(other);
    const sockets = await Promise.all(Array.from({ length: 20 }, () => connect(board)));
    for (const socket of sockets) await socket.ofType('ready');
    const presenter = app.nest.get(EventPresenterService, { strict: false });
    const present = vi.spyOn(presenter, 'present');
    await anItem(other);
    await anItem(board);
    await relayEvents(app);
    for (const socket of sockets) expect(seqs(await socket.upTo(last + 1))).toEqual([last + 1]);
    expect(present.mock.calls.flatMap(([, events]) => events.map(({ boardId }) => boardId))).toEqual([
      board.id,
    ]);
    present.mockRestore();
    for (const socket of sockets) socket.close();
  });

  it('read the item again only when they show all of it', async () => {
    const board = await aBoard({
      organization,
      groups: ['One', 'Two'],
      columns: [{ name: 'Price', type: 'number' }],
    });
    const itemId = await anItem(board);
    const { client } = organization.owner;
    const socket = await connect(board);
    await socket.ofType('ready');
    // Events are read in their order: after this message the creation of the item is read no more.
    await made(client, 'items.update', { id: itemId, name: 'Named' });
    await relayEvents(app);
    await socket.ofType('item.updated');
    const last = await head(board);
    const read = vi.spyOn(app.nest.get(ExistingItemsReadModel, { strict: false }), 'byId');
    await made(client, 'items.setValue', { itemId, columnId: board.column('Price'), value: 21 });
    await made(client, 'items.update', { id: itemId, name: 'Renamed' });
    await made(client, 'items.move', { id: itemId, groupId: board.group('Two'), position: 0 });
    await made(client, 'items.delete', { id: itemId });
    await relayEvents(app);
    const replayed = await connect(board, `?since=${last}`);
    for (const each of [socket, replayed]) {
      expect((await each.upTo(last + 4)).slice(-4).map(({ type }) => type)).toEqual([
        'value.set',
        'item.updated',
        'item.moved',
        'item.deleted',
      ]);
    }
    // Sockets of other tests may still be reading theirs.
    const reads = () => read.mock.calls.flatMap(([, ids]) => ids).filter((id) => id === itemId);
    expect(reads()).toEqual([]);
    await made(client, 'items.restore', { id: itemId });
    await relayEvents(app);
    // By number: the creation of the item may have sent another message of this type.
    expect((await socket.upTo(last + 5)).at(-1)!.type).toBe('item.created');
    expect(reads()).toEqual([itemId]);
    for (const each of [socket, replayed]) each.close();
  });
});
