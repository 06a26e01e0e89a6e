import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Upgrades } from '../../../src/http/sockets/upgrades';
import { startApp, type TestApp } from '../../support/app';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { LiveSocket, relayEvents } from '../../support/live-socket';

/** More than the kernel buffers of a connection, and far more than may wait for a client that does not read. */
const CHANGES = 240;
const CHANGE_BYTES = 90_000;

describe('many large messages at once', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let board: TestBoard;
  let before: number;

  beforeAll(async () => {
    app = await startApp();
    organization = await anOrganization({ app });
    board = await aBoard({ organization, columns: [{ name: 'Text', type: 'long_text' }] });
    const itemId = await anItem(board);
    await relayEvents(app);
    const watcher = await connect();
    before = (await watcher.ofType('ready')).seq!;
    watcher.close();
    for (let at = 0; at < CHANGES; at += 1) {
      await made(organization.owner.client, 'items.setValue', {
        itemId,
        columnId: board.column('Text'),
        value: `<p>${at} ${'x'.repeat(CHANGE_BYTES)}</p>`,
      });
    }
  });
  afterAll(() => app.close());

  const connect = (query = '') =>
    LiveSocket.open(app, `/ws/${board.id}${query}`, organization.owner.client.caller);

  const openSockets = (): number => {
    const upgrades = app.nest.get(Upgrades, { strict: false }) as unknown as { open: Set<unknown> };
    return upgrades.open.size;
  };

  it('reach clients that read, live and when they were missed', async () => {
    const live = await connect();
    await live.ofType('ready');
    await relayEvents(app);
    const replayed = await connect(`?since=${before}`);
    for (const socket of [live, replayed]) {
      expect(await socket.upTo(before + CHANGES)).toHaveLength(CHANGES);
      socket.close();
      await socket.closed;
    }
  });

  it('end a client that sends, answers heartbeats and reads nothing', async () => {
    await relayEvents(app);
    await expect.poll(openSockets).toBe(0);
    const socket = await LiveSocket.open(app, '/ws', organization.owner.client.caller);
    await socket.ofType('connected');
    socket.socket.pause();
    socket.send('subscribe', { boardId: board.id, since: before });
    const sending = setInterval(() => {
      socket.socket.pong();
      socket.send('ping');
    }, 20);
    await expect.poll(openSockets).toBe(0);
    clearInterval(sending);
    socket.socket.resume();
    expect([1006, 4408, 4429]).toContain((await socket.closed).code);
  });
});
