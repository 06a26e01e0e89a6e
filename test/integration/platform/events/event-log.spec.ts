import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BoardId, newId, type OrganizationId } from '../../../../src/kernel/ids';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import type { CommittedEvent } from '../../../../src/platform/events/committed-event';
import { defineEvent } from '../../../../src/platform/events/define-event';
import { SubscriberLoop } from '../../../../src/platform/events/delivery/subscriber-loop';
import { SubscriberReplay } from '../../../../src/platform/events/delivery/subscriber-replay';
import { EventLag } from '../../../../src/platform/events/event-lag';
import { EventRelay } from '../../../../src/platform/events/event-relay';
import { EventLog } from '../../../../src/platform/events/log/event-log';
import { EventPartitions } from '../../../../src/platform/events/log/event-partitions';
import { EventTail } from '../../../../src/platform/events/log/event-tail';
import { Outbox } from '../../../../src/platform/events/outbox';
import { Subscriber } from '../../../../src/platform/events/subscriber.decorator';
import { Log } from '../../../../src/platform/logging/log';
import { cloneDatabase } from '../../../support/database';
import { deliverEvents } from '../../../support/events';
import { type JobsApp, startJobsApp } from '../support/jobs-app';
import { z } from 'zod';

const boardChanged = defineEvent('board.changed', {
  when: 'Happens in these tests.',
  subject: 'board',
  payload: { name: z.string() },
  public: { internal: 'Of these tests alone.' },
});

@Subscriber({ name: 'collector', events: [boardChanged] })
class Collector {
  readonly names: string[] = [];

  async handle(events: readonly CommittedEvent[]): Promise<void> {
    this.names.push(...events.map(({ data }) => (data as { name: string }).name));
  }
}

describe('the event log', () => {
  let databaseUrl: string;
  const apps: JobsApp[] = [];
  const one = newId('organization');
  const two = newId('organization');
  const board = newId('board');
  const other = newId('board');

  beforeEach(async () => {
    databaseUrl = await cloneDatabase();
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.nest.close();
  });

  async function start(roles = 'api'): Promise<JobsApp> {
    const app = await startJobsApp(databaseUrl, { roles, events: [boardChanged], providers: [Collector] });
    apps.push(app);
    return app;
  }

  async function append(
    app: JobsApp,
    names: string[],
    organizationId: OrganizationId = one,
    boardId: BoardId = board,
  ) {
    const context = { ...NO_TRANSACTION, organizationId, person: { userId: null } };
    await app.nest.get(TransactionRunner).run(context, async (tx) => {
      const events = names.map((name) => boardChanged.create({ name }, { boardId }));
      await app.nest.get(Outbox).append(tx, ...events);
    });
  }

  const read = (app: JobsApp) =>
    app.nest.get(EventLog).after(NO_TRANSACTION, { position: 0, day: '-infinity' });

  it('numbers events without gaps: all of them, those of an organization, and those of a board', async () => {
    const app = await start();
    const relay = app.nest.get(EventRelay);
    await append(app, ['a', 'b']);
    await append(app, ['x'], two, other);
    await relay.drain();
    await append(app, ['c'], one, other);
    await expect(
      app.nest
        .get(TransactionRunner)
        .run({ ...NO_TRANSACTION, organizationId: one, person: { userId: null } }, async (tx) => {
          await app.nest
            .get(Outbox)
            .append(tx, boardChanged.create({ name: 'rolled back' }, { boardId: board }));
          throw new Error('no');
        }),
    ).rejects.toThrow('no');
    await append(app, ['d']);
    await relay.drain();
    const events = await read(app);
    expect(
      events.map(({ data, position, sequence, boardSequence }) => [data, position, sequence, boardSequence]),
    ).toEqual([
      [{ name: 'a' }, 1, 1, 1],
      [{ name: 'b' }, 2, 2, 2],
      [{ name: 'x' }, 3, 1, 1],
      [{ name: 'c' }, 4, 3, 1],
      [{ name: 'd' }, 5, 4, 3],
    ]);
  });

  it('stays without gaps with several relays and writers', async () => {
    const relays = [await start(), await start(), await start()];
    const writes = relays.map(async (app, at) => {
      for (let count = 0; count < 20; count += 1) {
        await append(app, [`${at} ${count}`, 'again'], count % 2 === 0 ? one : two);
        await app.nest.get(EventRelay).drain();
      }
    });
    await Promise.all(writes);
    await relays[0]!.nest.get(EventRelay).drain();
    const events = await read(relays[0]!);
    expect(events.map(({ position }) => position)).toEqual(events.map((_, at) => at + 1));
    for (const organization of [one, two]) {
      const own = events.filter(({ organizationId }) => organizationId === organization);
      expect(own).toHaveLength(60);
      expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, at) => at + 1));
      expect(own.map(({ boardSequence }) => boardSequence)).toEqual(own.map((_, at) => at + 1));
    }
  });

  it('gets its partitions once when several processes create them at the same time', async () => {
    const apps = [await start(), await start(), await start()];
    const partitions = apps.map((app) => app.nest.get(EventPartitions, { strict: false }));
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(partitions.map((one) => one.prepare()));
      expect(await partitions[0]!.dropBefore('2999-01-01')).toBe(3);
    }
  });

  it('stays in the order of the days when the clock of the database is set back', async () => {
    const app = await start();
    await append(app, ['a']);
    await deliverEvents(app);
    await app.sql.query('update event_log_head set day = day + 1');
    await append(app, ['b']);
    await deliverEvents(app);
    const [first, second] = await read(app);
    expect(second!.day > first!.day).toBe(true);
    await append(app, ['c']);
    await deliverEvents(app);
    expect((await read(app)).map(({ day }) => day)).toEqual([first!.day, second!.day, second!.day]);
    expect(app.nest.get(Collector).names).toEqual(['a', 'b', 'c']);
  });

  it('drops days that are older than the retention, and creates the days to come', async () => {
    const app = await start();
    await append(app, ['old']);
    await deliverEvents(app);
    const partitions = app.nest.get(EventPartitions, { strict: false });
    const [event] = await read(app);
    expect(await partitions.dropBefore(event!.day)).toBe(0);
    expect(await read(app)).toHaveLength(1);
    expect(await partitions.dropBefore('2999-01-01')).toBe(3);
    expect(await read(app)).toEqual([]);
    await append(app, ['new']);
    await deliverEvents(app);
    expect(await read(app)).toMatchObject([{ data: { name: 'new' }, position: 2, sequence: 2 }]);
    expect(app.nest.get(Collector).names).toEqual(['old', 'new']);
  });

  it('a subscriber that is behind dropped days goes on with what follows, and an operator is warned', async () => {
    const app = await start();
    const subscribers = app.nest.get(SubscriberLoop);
    const partitions = app.nest.get(EventPartitions, { strict: false });
    const warn = vi.spyOn(Log.prototype, 'warn');
    const warnings = () => warn.mock.calls.filter(([message]) => message.startsWith('events were removed'));
    await append(app, ['seen']);
    await deliverEvents(app);
    await append(app, ['lost', 'lost too']);
    await app.nest.get(EventRelay).drain();
    await partitions.dropBefore('2999-01-01');
    await subscribers.drain();
    expect(await subscribers.hasWork()).toBe(false);
    expect((await app.nest.get(EventLag).measure()).subscribers).toEqual([
      { name: 'collector', events: 0, oldestSeconds: 0 },
    ]);
    await append(app, ['next']);
    await deliverEvents(app);
    await append(app, ['lost as well']);
    await app.nest.get(EventRelay).drain();
    await partitions.dropBefore('2999-01-01');
    await append(app, ['last']);
    await deliverEvents(app);
    expect(app.nest.get(Collector).names).toEqual(['seen', 'next', 'last']);
    expect(warnings().map(([, facts]) => facts)).toEqual([
      { subscribers: ['collector'], events: 2 },
      { subscribers: ['collector'], events: 1 },
    ]);
    warn.mockRestore();
  });

  it('a backlog behind dropped days goes on with what follows', async () => {
    const app = await start();
    const collector = app.nest.get(Collector);
    const { handle } = collector;
    collector.handle = () => Promise.reject(new Error('no luck'));
    await append(app, ['lost']);
    await deliverEvents(app);
    await app.nest.get(EventPartitions, { strict: false }).dropBefore('2999-01-01');
    collector.handle = handle;
    await append(app, ['next']);
    await app.nest.get(EventRelay).drain();
    await app.sql.query('update event_backlogs set due_at = now()');
    await deliverEvents(app);
    expect(collector.names).toEqual(['next']);
    expect((await app.nest.get(EventLag).measure()).backlogs).toBe(0);
  });

  it('is delivered again to a subscriber, for all organizations or one', async () => {
    const app = await start();
    const { names } = app.nest.get(Collector);
    const replay = app.nest.get(SubscriberReplay, { strict: false });
    await append(app, ['a', 'b']);
    await append(app, ['x'], two, other);
    await deliverEvents(app);
    names.length = 0;
    await replay.fromPosition('collector', 0);
    await deliverEvents(app);
    expect(names).toEqual(['a', 'b', 'x']);
    names.length = 0;
    await replay.fromPosition('collector', 2);
    await append(app, ['c']);
    await deliverEvents(app);
    expect(names).toEqual(['x', 'c']);
    names.length = 0;
    await replay.fromEvent('collector', (await read(app))[1]!);
    await deliverEvents(app);
    expect(names).toEqual(['b', 'c']);
  });

  it('a subscriber that is new begins with the next event', async () => {
    const earlier = await startJobsApp(databaseUrl, { roles: 'api', events: [boardChanged] });
    apps.push(earlier);
    await append(earlier, ['a']);
    await deliverEvents(earlier);
    const app = await start();
    await append(app, ['b']);
    await deliverEvents(app);
    expect(app.nest.get(Collector).names).toEqual(['b']);
  });

  it('is read to its end by every process, soon after the commit in another process', async () => {
    const readers = [await start('realtime'), await start('realtime')];
    await start('worker');
    const seen: string[][] = [[], []];
    for (const [at, app] of readers.entries()) {
      await app.nest.get(EventTail).subscribe((events) => {
        seen[at]!.push(...events.map(({ data }) => (data as { name: string }).name));
      });
    }
    for (const name of ['a', 'b', 'c']) await append(readers[0]!, [name]);
    await vi.waitFor(() =>
      expect(seen).toEqual([
        ['a', 'b', 'c'],
        ['a', 'b', 'c'],
      ]),
    );
  });
});
