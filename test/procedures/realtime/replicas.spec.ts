import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import type { Caller } from '../../support/client';
import { cloneDatabase } from '../../support/database';
import { aBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { LiveSocket, relayEvents } from '../../support/live-socket';
import { findRedis } from '../../support/redis';
import { TcpProxy } from '../../support/tcp-proxy';

/** Connects again whenever its socket closes, as docs/realtime.md describes it, and remembers the numbers. */
class Follower {
  /** The numbers of all messages, and of what was missing instead. */
  readonly seen: { seq: number; isResync: boolean }[] = [];
  /** Numbers at which a socket began. */
  readonly begun: number[] = [];
  private isEnding = false;
  private socket: LiveSocket | null = null;
  readonly ended: Promise<void>;

  constructor(
    private readonly app: TestApp,
    private readonly boardId: string,
    private readonly caller: Caller,
    private readonly since: number,
  ) {
    this.ended = this.follow();
  }

  get last(): number {
    return this.seen.at(-1)?.seq ?? this.since;
  }

  end(): Promise<void> {
    this.isEnding = true;
    this.socket?.close();
    return this.ended;
  }

  private async follow(): Promise<void> {
    while (!this.isEnding) {
      const path = `/ws/${this.boardId}?since=${this.last}`;
      this.socket = await LiveSocket.open(this.app, path, this.caller).catch(() => null);
      if (this.socket === null) {
        await delay(20);
        continue;
      }
      const { messages, socket } = this.socket;
      let read = 0;
      const take = () => {
        for (const { type, seq } of messages.slice(read)) {
          if (type === 'ready') this.begun.push(seq!);
          else if (seq !== undefined) this.seen.push({ seq, isResync: type === 'resync' });
        }
        read = messages.length;
      };
      socket.on('message', take);
      take();
      await this.socket.closed;
    }
  }
}

describe.each(['PostgreSQL', 'Redis'])('two processes, with %s between them', (transport) => {
  const apps: TestApp[] = [];
  const proxies: TcpProxy[] = [];

  afterEach(async () => {
    for (const proxy of proxies) proxy.restore();
    for (const app of apps.splice(0)) await app.close();
    for (const proxy of proxies.splice(0)) await proxy.close();
  });

  const through = async (url: string): Promise<string> => {
    const { proxy, url: proxied } = await TcpProxy.before(url);
    proxies.push(proxy);
    return proxied;
  };

  const aScene = async (redis: string | null) => {
    const databaseUrl = await cloneDatabase();
    const first = await startApp({
      DATABASE_URL: databaseUrl,
      ...(redis === null ? {} : { REDIS_URL: redis }),
    });
    apps.push(first);
    const second = await startApp({
      DATABASE_URL: await through(databaseUrl),
      ...(redis === null ? {} : { REDIS_URL: await through(redis) }),
    });
    apps.push(second);
    const organization = await anOrganization({ app: first });
    return { first, second, organization, board: await aBoard({ organization }) };
  };

  const headOf = async (app: TestApp, boardId: string): Promise<number> => {
    await relayEvents(app);
    const { rows } = await app.sql.query<{ last: string }>(
      'select last from event_sequences where board_id = $1',
      [boardId],
    );
    return Number(rows[0]!.last);
  };

  it('send each change once and in order, while one loses its connections again and again', async ({
    skip,
  }) => {
    const redis = transport === 'Redis' ? await findRedis() : null;
    skip(transport === 'Redis' && redis === null, 'no Redis: set REDIS_URL');
    const { first, second, organization, board } = await aScene(redis);
    const { caller } = organization.owner.client;
    const since = await headOf(first, board.id);
    const followers = [
      new Follower(first, board.id, caller, since),
      new Follower(second, board.id, caller, since),
    ];
    for (const follower of followers) await expect.poll(() => follower.begun.length).toBe(1);
    const change = async (times: number) => {
      for (let at = 0; at < times; at += 1) {
        await anItem(board);
        await relayEvents(first);
      }
    };
    for (let round = 0; round < 4; round += 1) {
      await change(5);
      for (const proxy of proxies) proxy.cut();
      await change(10);
      for (const proxy of proxies) proxy.restore();
      await change(5);
    }
    const head = await headOf(first, board.id);
    for (const follower of followers) {
      await expect.poll(() => follower.last, { timeout: 60_000 }).toBe(head);
      await follower.end();
      const wrong = follower.seen.filter(({ seq, isResync }, at) => {
        const previous = follower.seen[at - 1]?.seq ?? since;
        return isResync ? seq <= previous : seq !== previous + 1;
      });
      expect(wrong).toEqual([]);
    }
    // The first process has lost nothing, so its clients have missed nothing.
    expect(followers[0]!.begun).toEqual([since]);
    expect(followers[0]!.seen.filter(({ isResync }) => isResync)).toEqual([]);
  });
});
