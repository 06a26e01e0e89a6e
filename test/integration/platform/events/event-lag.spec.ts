import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { newId } from '../../../../src/kernel/ids';
import { SubscriberLoop } from '../../../../src/platform/events/delivery/subscriber-loop';
import { defineEvent } from '../../../../src/platform/events/define-event';
import { EventLag } from '../../../../src/platform/events/event-lag';
import { EventLagSweep } from '../../../../src/platform/events/event-lag.sweep';
import { EventRelay } from '../../../../src/platform/events/event-relay';
import { Subscriber } from '../../../../src/platform/events/subscriber.decorator';
import { Log } from '../../../../src/platform/logging/log';
import { cloneDatabase } from '../../../support/database';
import { deliverEvents } from '../../../support/events';
import { type JobsApp, startJobsApp } from '../support/jobs-app';

const thingMade = defineEvent('thing.made', {
  when: 'Happens in these tests.',
  subject: 'organization',
  payload: { name: z.string() },
  public: { internal: 'Of these tests alone.' },
});

@Subscriber({ name: 'one', events: [thingMade] })
class One {
  failure: Error | null = null;

  async handle(): Promise<void> {
    if (this.failure) throw this.failure;
  }
}

@Subscriber({ name: 'two', events: [thingMade] })
class Two {
  async handle(): Promise<void> {}
}

const NONE = { events: 0, oldestSeconds: 0 };

describe('the lag of events', () => {
  let app: JobsApp;
  const warn = vi.spyOn(Log.prototype, 'warn');

  beforeEach(async () => {
    app = await startJobsApp(await cloneDatabase(), {
      roles: 'api',
      events: [thingMade],
      providers: [One, Two],
    });
    await app.nest.get(SubscriberLoop).register();
    warn.mockClear();
  });
  afterEach(() => app.nest.close());

  const measure = () => app.nest.get(EventLag).measure();
  const watch = () => app.nest.get(EventLagSweep, { strict: false }).run();

  async function commit(ageSeconds: number): Promise<void> {
    await app.sql.query(
      `insert into outbox (id, organization_id, type, data, occurred_at)
       values ($1, $2, 'thing.made', '{"name": "a"}', now() - $3 * interval '1 second')`,
      [newId('event'), newId('organization'), ageSeconds],
    );
  }

  it('is zero when nothing waits, and then no warning is logged', async () => {
    await commit(100);
    await deliverEvents(app);
    expect(await measure()).toEqual({
      outbox: NONE,
      subscribers: [
        { name: 'one', ...NONE },
        { name: 'two', ...NONE },
      ],
      backlogs: 0,
      failures: 0,
      recentFailures: 0,
    });
    await watch();
    expect(warn).not.toHaveBeenCalled();
  });

  it('counts the events of the outbox, and measures the oldest', async () => {
    await commit(100);
    await commit(10);
    const { outbox } = await measure();
    expect(outbox.events).toBe(2);
    expect(outbox.oldestSeconds).toBeGreaterThanOrEqual(100);
    expect(outbox.oldestSeconds).toBeLessThan(110);
    await watch();
    expect(warn).toHaveBeenCalledWith(
      'events are delayed',
      expect.objectContaining({ outbox: expect.any(Object) }),
    );
  });

  it('counts the events before each subscriber, and measures the oldest', async () => {
    await commit(10);
    await deliverEvents(app);
    for (const age of [40, 20, 5]) await commit(age);
    await app.nest.get(EventRelay).drain();
    await app.sql.query(`update event_subscribers set position = position + 2 where name = 'two'`);
    const { outbox, subscribers } = await measure();
    expect(outbox).toEqual(NONE);
    expect(subscribers.map(({ name, events }) => [name, events])).toEqual([
      ['one', 3],
      ['two', 1],
    ]);
    expect(subscribers.map(({ oldestSeconds }) => Math.floor(oldestSeconds / 5) * 5)).toEqual([40, 5]);
    await watch();
    expect(warn).toHaveBeenCalledWith('events are delayed', expect.objectContaining({ lagSeconds: 40 }));
  });

  it('does not warn of a lag below half a minute', async () => {
    await commit(20);
    await watch();
    expect(warn).not.toHaveBeenCalled();
  });

  it('includes backlogs, and warns of events that failed recently', async () => {
    app.nest.get(One).failure = new Error('no luck');
    await commit(1);
    await deliverEvents(app);
    expect(await measure()).toMatchObject({ backlogs: 1, failures: 0, recentFailures: 0 });
    for (let attempt = 2; attempt <= 8; attempt += 1) {
      await app.sql.query('update event_backlogs set due_at = now()');
      await deliverEvents(app);
    }
    expect(await measure()).toMatchObject({ backlogs: 0, failures: 1, recentFailures: 1 });
    warn.mockClear();
    await watch();
    const counts = { backlogs: 0, failures: 1, recentFailures: 1 };
    expect(warn.mock.calls).toEqual([['events could not be delivered', counts]]);
    await app.sql.query(`update event_failures set failed_at = now() - interval '2 minutes'`);
    warn.mockClear();
    await watch();
    expect(warn).not.toHaveBeenCalled();
    expect(await measure()).toMatchObject({ failures: 1, recentFailures: 0 });
  });
});
