import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { aSession } from '../../support/factories/account.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { LiveSocket, relayEvents } from '../../support/live-socket';
import type { Caller } from '../../support/client';

describe('/ws/<boardId>', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let board: TestBoard;
  let caller: Caller;

  beforeAll(async () => {
    app = await startApp();
    organization = await anOrganization({ app });
    board = await aBoard({
      organization,
      groups: ['One', 'Two'],
      columns: [
        { name: 'Note', type: 'text' },
        { name: 'Number', type: 'number' },
      ],
    });
    caller = organization.owner.client.caller;
    await relayEvents(app);
  });
  afterAll(() => app.close());

  const connect = async (query = '', as: Caller = caller) =>
    LiveSocket.open(app, `/ws/${board.id}${query}`, as);

  it('is ready with the number of the last event, and sends the next one', async () => {
    const socket = await connect();
    const { payload, seq } = await socket.ofType('ready');
    expect(payload).toEqual({ boardId: board.id, seq });
    const { client } = organization.owner;
    const created = await client.mutate(
      'items.create',
      {
        boardId: board.id,
        groupId: board.group('One'),
        name: 'New',
        values: { [board.column('Note')]: 'x' },
      },
      { 'x-request-id': 'request-of-the-test' },
    );
    await relayEvents(app);
    const [message] = await socket.upTo(seq! + 1);
    const { data: item } = await client.query('items.get', { id: created.data.id });
    const { subItems: _subItems, commentCount: _comments, attachmentCount: _attachments, ...shown } = item;
    expect(message).toEqual({
      type: 'item.created',
      payload: { item: expect.objectContaining({ id: created.data.id, name: 'New', values: shown.values }) },
      seq: seq! + 1,
      boardId: board.id,
      requestId: 'request-of-the-test',
    });
    socket.close();
  });

  it('sends each kind of change once, in order and without gaps', async () => {
    const itemId = await anItem(board, { name: 'Changing' });
    await relayEvents(app);
    const socket = await connect();
    const { seq } = await socket.ofType('ready');
    const { client } = organization.owner;
    await made(client, 'items.update', { id: itemId, name: 'Renamed' });
    await made(client, 'items.setValue', { itemId, columnId: board.column('Number'), value: 7 });
    await made(client, 'items.move', { id: itemId, groupId: board.group('Two'), position: 0 });
    await made(client, 'comments.create', { itemId, body: 'Hello' });
    await made(client, 'boards.groups.create', { boardId: board.id, name: 'Three' });
    const column = await made(client, 'columns.create', { boardId: board.id, name: 'More', type: 'text' });
    await made(client, 'columns.delete', { id: column.id });
    await made(client, 'items.archive', { id: itemId });
    await made(client, 'items.restore', { id: itemId });
    await made(client, 'items.delete', { id: itemId });
    await relayEvents(app);
    const messages = await socket.upTo(seq! + 10);
    expect(messages.map((message) => message.seq)).toEqual(messages.map((_, at) => seq! + 1 + at));
    expect(messages.map(({ type }) => type)).toEqual([
      'item.updated',
      'value.set',
      'item.moved',
      'comment.created',
      'group.created',
      'column.created',
      'column.deleted',
      'item.deleted',
      'item.created',
      'item.deleted',
    ]);
    expect(messages[1]!.payload).toEqual({ itemId, columnId: board.column('Number'), value: 7 });
    expect(messages[2]!.payload).toEqual({ itemId, groupId: board.group('Two'), position: 0 });
    expect(messages[7]!.payload).toEqual({ itemId });
    socket.close();
  });

  it('an item that returns from Trash to the archive is not created', async () => {
    const { client } = organization.owner;
    const itemId = await anItem(board);
    await made(client, 'items.archive', { id: itemId });
    await made(client, 'items.delete', { id: itemId });
    await relayEvents(app);
    const socket = await connect();
    const { seq } = await socket.ofType('ready');
    await made(client, 'items.restore', { id: itemId });
    await made(client, 'items.restore', { id: itemId });
    await relayEvents(app);
    const [toArchive, toList] = await socket.upTo(seq! + 2);
    expect(toArchive!.type).toBe('skip');
    expect(toList).toMatchObject({ type: 'item.created', payload: { item: { id: itemId } } });
    socket.close();
  });

  it('accepts a session of the same origin', async () => {
    const { cookie } = await aSession(organization.owner.userId, { app });
    const origin = `http://${organization.slug}.trestle.test`;
    const socket = await connect('', { cookie, slug: organization.slug, headers: { origin } });
    await socket.ofType('ready');
    socket.close();
  });

  it('accepts a token in the first message', async () => {
    const socket = await connect('', { slug: organization.slug });
    socket.send('auth', { token: caller.token });
    await socket.ofType('ready');
    socket.close();
  });
});
