import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Upgrades } from '../../../src/http/sockets/upgrades';
import { BoardChannelsService } from '../../../src/modules/realtime/boards/board-channels.service';
import { startApp, type TestApp } from '../../support/app';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { LiveSocket, portOf, relayEvents, RejectedHandshake } from '../../support/live-socket';

describe('sockets of a process', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let board: TestBoard;
  beforeAll(async () => {
    app = await startApp();
    organization = await anOrganization({ app });
    board = await aBoard({ organization, columns: [{ name: 'Text', type: 'long_text' }] });
    await relayEvents(app);
  });
  afterAll(() => app.close());

  const connect = (at = app) => LiveSocket.open(at, `/ws/${board.id}`, organization.owner.client.caller);

  it('a client that reads nothing is dropped, and the others receive everything', async () => {
    const [slow, fast] = [await connect(), await connect()];
    for (const socket of [slow, fast]) await socket.ofType('ready');
    slow.socket.pause();
    const itemId = await anItem(board);
    const change = (number: number) =>
      made(organization.owner.client, 'items.setValue', {
        itemId,
        columnId: board.column('Text'),
        value: `<p>${number} ${'x'.repeat(90_000)}</p>`,
      });
    let changes = 0;
    const { seq } = await fast.ofType('ready');
    // Kernels buffer some megabytes of a connection.
    for (; changes < 200; changes += 1) {
      await change(changes);
      if (changes % 10 === 9) await relayEvents(app);
    }
    await relayEvents(app);
    await fast.upTo(seq! + 1 + changes);
    const { open } = app.nest.get(Upgrades, { strict: false }) as unknown as { open: Set<unknown> };
    await expect.poll(() => open.size).toBe(1);
    slow.socket.resume();
    const { code } = await slow.closed;
    // The close frame follows what was buffered, unless the client takes too long.
    expect([4408, 1006]).toContain(code);
    expect(slow.events.length).toBeLessThan(fast.events.length);
    fast.close();
  }, 60_000);

  it('a client that does not answer heartbeats is dropped', async () => {
    const [silent, alive] = [await connect(), await connect()];
    for (const socket of [silent, alive]) await socket.ofType('ready');
    silent.socket.pong = () => undefined;
    (silent.socket as unknown as { _autoPong: boolean })._autoPong = false;
    const upgrades = app.nest.get(Upgrades, { strict: false });
    upgrades.beat();
    alive.send('ping');
    await alive.ofType('pong');
    upgrades.beat();
    expect((await silent.closed).code).toBe(1006);
    alive.send('ping');
    await alive.find(({ type }) => type === 'pong');
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
    alive.close();
  });

  it('close with 1012 when it stops', async () => {
    const stopping = await startApp({ DATABASE_URL: app.databaseUrl });
    const socket = await connect(stopping);
    await socket.ofType('ready');
    await stopping.close();
    expect(await socket.closed).toEqual({ code: 1012, reason: 'The service restarts; connect again' });
  });

  it('work in a process with only the role realtime, which also serves health', async () => {
    const realtime = await startApp({ DATABASE_URL: app.databaseUrl, ROLES: 'realtime' });
    const socket = await connect(realtime);
    const { seq } = await socket.ofType('ready');
    await anItem(board);
    await relayEvents(app);
    await socket.upTo(seq! + 1);
    socket.close();
    const url = `http://127.0.0.1:${await portOf(realtime)}`;
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    expect((await fetch(`${url}/api/trpc/auth.me`)).status).toBe(404);
    expect((await fetch(`${url}/ws/${board.id}`)).status).toBe(404);
    await realtime.close();
  });

  it.each(['api', 'worker'])('are rejected in a process with only the role %s', async (role) => {
    const without = await startApp({ DATABASE_URL: app.databaseUrl, ROLES: role });
    const error: unknown = await connect(without).catch((thrown: unknown) => thrown);
    expect((error as RejectedHandshake).status).toBe(404);
    await without.close();
  });

  it('leave nothing behind', async () => {
    const lone = await startApp({ DATABASE_URL: app.databaseUrl });
    for (let at = 0; at < 50; at += 1) {
      const socket = await connect(lone);
      // Some leave before they are ready.
      if (at % 2 === 0) await socket.ofType('ready');
      socket.socket.terminate();
      await socket.closed;
    }
    const upgrades = lone.nest.get(Upgrades, { strict: false }) as unknown as { open: Set<unknown> };
    await expect.poll(() => upgrades.open.size).toBe(0);
    const channels = lone.nest.get(BoardChannelsService, { strict: false });
    await expect.poll(() => channels.isWatched(board.id)).toBe(false);
    await lone.close();
  });
});
