import { Injectable, type Provider } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, type OrganizationId, type UserId } from '../../../../src/kernel/ids';
import { Database, NO_TRANSACTION } from '../../../../src/platform/database/database';
import { statement } from '../../../../src/platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../../src/platform/database/transaction';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { z } from 'zod';
import type { CommittedEvent } from '../../../../src/platform/events/committed-event';
import {
  defineEvent,
  type EventDefinition,
  type EventOf,
  type EventTaking,
} from '../../../../src/platform/events/define-event';
import { Outbox } from '../../../../src/platform/events/outbox';
import { EventFailuresSweep } from '../../../../src/platform/events/delivery/event-failures.sweep';
import { type EventSubscriber, Subscriber } from '../../../../src/platform/events/subscriber.decorator';
import { cloneDatabase } from '../../../support/database';
import { deliverEvents } from '../../../support/events';
import { type JobsApp, startJobsApp } from '../support/jobs-app';

const described = {
  when: 'Happens in these tests.',
  subject: 'organization',
  payload: { name: z.string() },
  public: { internal: 'Of these tests alone.' },
} as const;
const thingMade = defineEvent('thing.made', described);
const thingRemoved = defineEvent('thing.removed', described);

type Thing = EventOf<typeof thingMade | typeof thingRemoved>;
type Behaviour = (event: Thing) => unknown;

const NOTE = statement(
  'test.note-event',
  `insert into heard (subscriber, event) select $1, event from unnest($2::text[]) as event`,
);

/** Writes down what it hears, in the relay's transaction; `on` may throw. */
@Injectable()
abstract class Listener implements EventSubscriber<Thing> {
  on: Behaviour = () => undefined;
  readonly calls: string[][] = [];

  constructor(private readonly database: Database) {}

  async handle(events: readonly Thing[], tx: InTransaction<DatabaseContext>): Promise<void> {
    const names = events.map(({ data }) => data.name);
    this.calls.push(names);
    await this.database.query(tx, NOTE, [this.constructor.name, names]);
    for (const event of events) await this.on(event);
  }
}

@Subscriber({ name: 'first', events: [thingMade, thingRemoved] })
@Injectable()
class First extends Listener {}

@Subscriber({ name: 'second', events: [thingMade] })
@Injectable()
class Second extends Listener {}

describe('the delivery of events', () => {
  let databaseUrl: string;
  const apps: JobsApp[] = [];
  const one = newId('organization');
  const two = newId('organization');

  beforeEach(async () => {
    databaseUrl = await cloneDatabase();
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.nest.close();
  });

  /** Delivers only on request, unless it has the role. */
  async function start(
    options: { roles?: string; providers?: Provider[] } = {},
  ): Promise<JobsApp & { deliver: () => Promise<void>; first: First; second: Second }> {
    const app = await startJobsApp(databaseUrl, {
      roles: 'api',
      events: [thingMade, thingRemoved],
      providers: [First, Second],
      ...options,
    });
    apps.push(app);
    await app.sql.query(
      'create table if not exists heard (at bigint generated always as identity, subscriber text, event text)',
    );
    const { nest } = app;
    return { ...app, deliver: () => deliverEvents(app), first: nest.get(First), second: nest.get(Second) };
  }

  async function append(
    app: JobsApp,
    names: string[],
    organizationId: OrganizationId = one,
    definition: EventTaking<{ name: string }> = thingMade,
  ) {
    const person = { userId: newId('user') as UserId };
    await app.nest.get(TransactionRunner).run({ ...NO_TRANSACTION, organizationId, person }, async (tx) => {
      await app.nest.get(Outbox).append(tx, ...names.map((name) => definition.create({ name })));
    });
  }

  async function heard(app: JobsApp, subscriber: string): Promise<string[]> {
    const { rows } = await app.sql.query<{ event: string }>(
      'select event from heard where subscriber = $1 order by at',
      [subscriber],
    );
    return rows.map(({ event }) => event);
  }

  async function count(app: JobsApp, from: string): Promise<number> {
    const { rows } = await app.sql.query<{ count: number }>(`select count(*)::int as count from ${from}`);
    return rows[0]!.count;
  }

  const named = (start: number, end: number) =>
    Array.from({ length: end - start }, (_, at) => String(start + at).padStart(4, '0'));

  /** The wait between two attempts is over at once. */
  async function tryAgain(app: JobsApp & { deliver: () => Promise<void> }): Promise<void> {
    await app.sql.query('update event_backlogs set due_at = now()');
    await app.deliver();
  }

  it('delivers each event once to all its subscribers, in order and in batches, and moves it to the log', async () => {
    const app = await start();
    await append(app, named(0, 600));
    await append(app, ['other'], one, thingRemoved);
    await app.deliver();
    expect(await heard(app, 'First')).toEqual([...named(0, 600), 'other']);
    expect(await heard(app, 'Second')).toEqual(named(0, 600));
    expect(app.second.calls.map(({ length }) => length)).toEqual([250, 250, 100]);
    expect(await count(app, 'outbox')).toBe(0);
    await app.deliver();
    expect(app.second.calls).toHaveLength(3);
  });

  it('delivers all fields of an event', async () => {
    const app = await start();
    const events: CommittedEvent[] = [];
    app.first.on = (event) => events.push(event);
    await append(app, ['a'], two);
    await app.deliver();
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        position: 1,
        sequence: 1,
        organizationId: two,
        type: 'thing.made',
        boardId: null,
        boardSequence: null,
        itemId: null,
        actorId: expect.stringMatching(/^usr_/),
        origin: {},
        data: { name: 'a' },
        day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        occurredAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      },
    ]);
  });

  it('keeps events without subscribers in the log', async () => {
    const app = await startJobsApp(databaseUrl, { roles: 'api', events: [thingMade] });
    apps.push(app);
    await append(app, ['a', 'b']);
    await deliverEvents(app);
    expect(await count(app, 'outbox')).toBe(0);
  });

  it('splits a batch of huge events by size', async () => {
    const app = await start();
    // Random, so that it does not compress: a megabyte each.
    await app.sql.query(
      `insert into outbox (id, organization_id, type, data, occurred_at)
       select 'evt_' || at, $1, 'thing.made', jsonb_build_object('name', at::text, 'text',
         (select string_agg(md5(random()::text), '') from generate_series(1, 32000))), now()
       from generate_series(1, 9) as at`,
      [one],
    );
    await app.deliver();
    expect(await heard(app, 'First')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(app.first.calls.length).toBeGreaterThan(1);
  });

  it('does not skip a transaction that commits late', async () => {
    const app = await start();
    const person = { userId: newId('user') };
    const outbox = app.nest.get(Outbox);
    const late = thingMade.create({ name: 'late' });
    await app.nest
      .get(TransactionRunner)
      .run({ ...NO_TRANSACTION, organizationId: one, person }, async (tx) => {
        await outbox.append(tx, late);
        await append(app, ['early']);
        await app.deliver();
        expect(await heard(app, 'First')).toEqual(['early']);
      });
    await app.deliver();
    expect(await heard(app, 'First')).toEqual(['early', 'late']);
  });

  it('delivers automatically in a worker, and only there', async () => {
    const api = await start({ roles: 'api,realtime' });
    await append(api, ['a']);
    await start({ roles: 'worker' });
    await vi.waitFor(async () => expect(await heard(api, 'First')).toEqual(['a']));
    await append(api, ['b']);
    await vi.waitFor(async () => expect(await heard(api, 'First')).toEqual(['a', 'b']));
    expect(api.first.calls).toEqual([]);
  });

  it('with several relays delivers each event once and in order', async () => {
    const relays = [await start(), await start(), await start()];
    const [app] = relays;
    for (let at = 0; at < 10; at += 1) {
      await append(app!, named(at * 100, at * 100 + 100));
      await Promise.all(relays.map(({ deliver }) => deliver()));
    }
    await app!.deliver();
    expect(await heard(app!, 'First')).toEqual(named(0, 1000));
    expect(await heard(app!, 'Second')).toEqual(named(0, 1000));
  });

  it('leaves the batch of a dying worker complete for the next worker', async () => {
    const dying = await start();
    const other = await start();
    await append(dying, named(0, 10));
    dying.second.on = ({ data }) =>
      data.name === '0005' &&
      other.sql.query(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and objid = 7266386
           and database = (select oid from pg_database where datname = current_database())`,
      );
    await expect(dying.deliver()).rejects.toThrow(/terminat|connection|ECONNRESET/i);
    expect(await count(other, 'outbox')).toBe(0);
    expect(await count(other, 'heard')).toBe(0);
    await vi.waitFor(async () => {
      await other.deliver();
      expect(await heard(other, 'First')).toEqual(named(0, 10));
    });
    expect(await heard(other, 'Second')).toEqual(named(0, 10));
  });

  describe('a subscriber that fails', () => {
    it('delays no other subscriber, leaves no trace of the attempt, and gets all events later', async () => {
      const app = await start();
      app.second.on = () => {
        throw new Error('no luck');
      };
      await append(app, ['a', 'b']);
      await app.deliver();
      expect(await heard(app, 'First')).toEqual(['a', 'b']);
      expect(await heard(app, 'Second')).toEqual([]);
      expect(await count(app, 'outbox')).toBe(0);
      app.second.on = () => undefined;
      await append(app, ['c']);
      await app.deliver();
      // It waits for its time, and what comes later waits behind.
      expect(await heard(app, 'Second')).toEqual([]);
      await tryAgain(app);
      expect(await heard(app, 'Second')).toEqual(['a', 'b', 'c']);
      expect(await heard(app, 'First')).toEqual(['a', 'b', 'c']);
      expect(await count(app, 'event_backlogs')).toBe(0);
    });

    it('because of a deadlock is retried immediately, then treated like any failure', async () => {
      const app = await start();
      const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
      let times = 2;
      app.second.on = () => {
        if (times-- > 0) throw deadlock;
      };
      await append(app, named(0, 3));
      await app.deliver();
      expect(await heard(app, 'Second')).toEqual(named(0, 3));
      expect(await heard(app, 'First')).toEqual(named(0, 3));
      times = Infinity;
      await append(app, named(3, 4));
      await append(app, named(4, 5), two, thingRemoved);
      await app.deliver();
      expect(await heard(app, 'First')).toEqual(named(0, 5));
      times = 0;
      await tryAgain(app);
      expect(await heard(app, 'Second')).toEqual(named(0, 4));
    });

    it('is retried with growing delays', async () => {
      const app = await start();
      app.second.on = () => {
        throw new Error('no luck');
      };
      await append(app, ['a']);
      await app.deliver();
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        const { rows } = await app.sql.query<{ wait: number }>(
          `select round(extract(epoch from due_at - now()))::int as wait from event_backlogs`,
        );
        waits.push(rows[0]!.wait);
        await tryAgain(app);
      }
      expect(waits).toEqual([1, 2, 4, 8]);
    });

    it('on one event is delayed for that event’s organization only', async () => {
      const app = await start();
      app.second.on = ({ data }) => {
        if (data.name === 'bad') throw new Error('no luck');
      };
      await append(app, ['a', 'bad', 'b']);
      await append(app, ['x', 'y'], two);
      await app.deliver();
      expect((await heard(app, 'Second')).toSorted()).toEqual(['a', 'x', 'y']);
      await append(app, ['z'], two);
      await append(app, ['c']);
      await app.deliver();
      expect((await heard(app, 'Second')).at(-1)).toBe('z');
      expect(await heard(app, 'First')).toEqual(['a', 'bad', 'b', 'x', 'y', 'z', 'c']);
    });

    it('eight times on an event continues without it; the event is kept', async () => {
      const app = await start();
      app.second.on = ({ data }) => {
        if (data.name === 'bad') throw new Error('no luck');
      };
      await append(app, ['bad', 'a', 'b']);
      await app.deliver();
      for (let attempt = 2; attempt <= 7; attempt += 1) await tryAgain(app);
      expect(await heard(app, 'Second')).toEqual([]);
      await tryAgain(app);
      expect(await heard(app, 'Second')).toEqual(['a', 'b']);
      expect(await count(app, 'event_backlogs')).toBe(0);
      expect(await count(app, `event_failures where event->'data'->>'name' = 'bad'`)).toBe(1);
      await append(app, ['c']);
      await app.deliver();
      expect(await heard(app, 'Second')).toEqual(['a', 'b', 'c']);

      await app.sql.query(`update event_failures set failed_at = now() - interval '31 days'`);
      const sweep = app.nest.get(EventFailuresSweep, { strict: false });
      await sweep.run(new AbortController().signal);
      expect(await count(app, 'event_failures')).toBe(0);
    });
  });

  it('rejects an event that the catalogue does not list', async () => {
    const app = await start();
    const unlisted = defineEvent('thing.changed', described);
    await expect(append(app, ['a'], one, unlisted)).rejects.toThrow('does not list thing.changed');
    expect(await count(app, 'outbox')).toBe(0);
  });

  describe('at boot', () => {
    const boot = (provider: Provider, events: EventDefinition[] = [thingMade, thingRemoved]) =>
      startJobsApp(databaseUrl, { roles: 'api', events, providers: [First, Second, provider] });

    it('rejects two subscribers of the same name', async () => {
      @Subscriber({ name: 'first', events: 'all' })
      class Double {
        async handle(): Promise<void> {}
      }
      await expect(boot(Double)).rejects.toThrow('Two subscribers are named first');
    });

    it('rejects a subscriber without handle', async () => {
      class Shapeless {}
      // @ts-expect-error The class has no handle method.
      Subscriber({ name: 'shapeless', events: 'all' })(Shapeless);
      await expect(boot(Shapeless)).rejects.toThrow('Subscriber shapeless has no handle method');
    });

    it('rejects a subscriber without events', async () => {
      @Subscriber({ name: 'idle', events: [] })
      class Idle {
        async handle(): Promise<void> {}
      }
      await expect(boot(Idle)).rejects.toThrow('Subscriber idle names no events');
    });

    it('rejects a name that is not lower-case words', async () => {
      @Subscriber({ name: 'Shout', events: 'all' })
      class Shout {
        async handle(): Promise<void> {}
      }
      await expect(boot(Shout)).rejects.toThrow('not "Shout"');
    });

    it('rejects a subscriber of an event that the catalogue does not list', async () => {
      await expect(boot(First, [thingMade])).rejects.toThrow(
        'Subscriber first names thing.removed, which the event catalogue does not list',
      );
    });

    it('rejects two events of the same name', async () => {
      const again = defineEvent('thing.made', described);
      await expect(boot(First, [thingMade, thingRemoved, again])).rejects.toThrow(
        'Two events are named thing.made',
      );
    });
  });
});
