import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PresenceService } from '../../../src/modules/realtime/presence/presence.service';
import { Broadcast } from '../../../src/platform/broadcast/broadcast';
import { startApp, type TestApp } from '../../support/app';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { LiveSocket } from '../../support/live-socket';
import { findRedis } from '../../support/redis';

describe.each(['PostgreSQL', 'Redis'])('presence between processes through %s', (transport) => {
  let env: Record<string, string> = {};
  let isThere = true;
  let apps: TestApp[] = [];
  let organization: TestOrganization;
  let board: TestBoard;
  let ann: TestMember;
  let bea: TestMember;

  beforeAll(async () => {
    const redis = transport === 'Redis' ? await findRedis() : null;
    isThere = transport === 'PostgreSQL' || redis !== null;
    if (!isThere) return;
    if (redis !== null) env = { REDIS_URL: redis };
    const first = await startApp({ ...env });
    const DATABASE_URL = first.databaseUrl;
    apps = [first, await startApp({ ...env, DATABASE_URL }), await startApp({ ...env, DATABASE_URL })];
    organization = await anOrganization({ app: first });
    board = await aBoard({ organization });
    ann = await organization.addMember('member', 'Ann');
    bea = await organization.addMember('member', 'Bea');
  });
  beforeEach(({ skip }) => skip(!isThere, 'no Redis: set REDIS_URL'));
  afterAll(async () => {
    for (const app of apps) await app.close();
  });

  const connect = (at: number, member: TestMember) =>
    LiveSocket.open(apps[at]!, `/ws/${board.id}`, member.client.caller);

  const presentIn = (socket: LiveSocket): string[] => {
    const present = new Set<string>();
    for (const { type, payload } of socket.messages) {
      if (type === 'presence.join') present.add(payload.userId);
      if (type === 'presence.leave') present.delete(payload.userId);
    }
    return [...present].toSorted();
  };

  const sees = async (socket: LiveSocket, members: readonly TestMember[]): Promise<void> => {
    const expected = members.map(({ userId }) => userId).toSorted();
    await expect.poll(() => presentIn(socket), { interval: 10 }).toEqual(expected);
  };

  it('is the same for all processes', async () => {
    const first = await connect(0, ann);
    await sees(first, [ann]);
    expect((await first.ofType('presence.join')).payload).toEqual({
      userId: ann.userId,
      user: { id: ann.userId, name: 'Ann', avatar: null, isServiceAccount: false },
    });
    const second = await connect(1, bea);
    await sees(second, [ann, bea]);
    await sees(first, [ann, bea]);
    const third = await connect(2, ann);
    await sees(third, [ann, bea]);
    // Ann is still here with another socket.
    first.close();
    await delay(300);
    await sees(second, [ann, bea]);
    third.close();
    await sees(second, [bea]);
    expect(second.messages.filter(({ type }) => type === 'presence.leave')).toHaveLength(1);
    second.close();
  });

  it('ends with a process that stops, and with one that is killed', async () => {
    const here = await connect(0, ann);
    const DATABASE_URL = apps[0]!.databaseUrl;
    const stopping = await startApp({ ...env, DATABASE_URL });
    const there = await LiveSocket.open(stopping, `/ws/${board.id}`, bea.client.caller);
    await sees(there, [ann, bea]);
    await sees(here, [ann, bea]);
    await stopping.close();
    expect((await there.closed).code).toBe(1012);
    await sees(here, [ann]);

    const killed = await startApp({ ...env, DATABASE_URL });
    const lost = await LiveSocket.open(killed, `/ws/${board.id}`, bea.client.caller);
    await sees(here, [ann, bea]);
    // It says nothing any more.
    const broadcast = killed.nest.get(Broadcast, { strict: false });
    broadcast.send = () => undefined;
    const presence = apps[0]!.nest.get(PresenceService, { strict: false });
    presence.repeat(performance.now() + 20_000);
    await sees(here, [ann, bea]);
    // Again and again: a message of the killed process can still be on its way.
    const presentLater = () => {
      presence.repeat(performance.now() + 26_000);
      return presentIn(here);
    };
    await expect.poll(presentLater, { interval: 100 }).toEqual([ann.userId]);
    lost.close();
    here.close();
    await killed.close();
  });

  it('shows cursors and typing to the others, the last position only', async () => {
    const [own, second, remote] = await Promise.all([connect(0, ann), connect(0, bea), connect(1, bea)]);
    for (const socket of [own, second, remote]) await sees(socket, [ann, bea]);
    for (let x = 0; x < 50; x += 1) own.send('cursor.move', { position: { x, y: 1 } });
    const itemId = await anItem(board);
    own.send('typing', { itemId });
    for (const socket of [second, remote]) {
      const last = await socket.find(
        ({ type, payload }) => type === 'cursor.move' && payload.position.x === 49,
      );
      expect(last).toEqual({
        type: 'cursor.move',
        payload: { userId: ann.userId, position: { x: 49, y: 1 } },
        boardId: board.id,
      });
      expect((await socket.ofType('typing')).payload).toEqual({ userId: ann.userId, itemId });
      expect(socket.messages.filter(({ type }) => type === 'cursor.move').length).toBeLessThan(10);
    }
    own.send('ping');
    await own.ofType('pong');
    expect(own.messages.filter(({ type }) => type === 'cursor.move' || type === 'typing')).toEqual([]);
    for (const socket of [own, second, remote]) socket.close();
  });
});
