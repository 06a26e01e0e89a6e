import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EventPartitions } from '../../../../src/platform/events/log/event-partitions';
import { anItem } from '../../../support/factories/item.factory';
import { refusedPaths } from '../../../support/refusals';
import { DeliveryWorld } from './support';

describe('webhooks after days of the log were dropped', () => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    world = await DeliveryWorld.start();
    await world.app.sql.query(
      `create table events_20200101 partition of events for values from ('2020-01-01') to ('2020-01-02')`,
    );
    return () => world.close();
  });
  afterEach(() => world.accept());

  it('bodies that were built are sent, other deliveries fail, and replays have the events that are kept', async () => {
    const webhook = await world.webhook({ events: ['item.created', 'item.updated'] });
    const { id } = webhook;
    world.respondAt(webhook, (_request, response) => response.writeHead(500).end());
    const from = new Date().toISOString();
    const itemId = await anItem(world.board);
    await world.rename(itemId, 'Waits');
    await world.deliver();
    await vi.waitFor(async () =>
      expect(await world.deliveries(id)).toMatchObject([{ attempts: 0 }, { attempts: 1 }]),
    );
    const [first] = world.receivedSoFar(webhook);
    await world.app.sql.query(`update events set day = '2020-01-01'`);
    await world.app.sql.query(`update webhook_deliveries set event_day = '2020-01-01'`);
    await world.app.nest.get(EventPartitions, { strict: false }).dropBefore('2020-01-02');

    await world.rename(itemId, 'Kept');
    await world.deliver();
    world.accept();
    await world.passTime(id);
    expect(await world.ended(id)).toMatchObject([
      { status: 'success', attempts: 1 },
      { status: 'failed', attempts: 0, error: 'The event is no longer in the log' },
      { status: 'success', attempts: 2 },
    ]);
    const requests = world.receivedSoFar(webhook);
    expect(requests.map(({ event }) => event.type)).toEqual(['item.created', 'item.created', 'item.updated']);
    expect(requests[1]!.body).toBe(first!.body);

    const replay = (range: object) =>
      world.organization.owner.client.mutate('webhooks.replay', { id, ...range });
    const dropped = await replay({ since: first!.event.id });
    expect(refusedPaths(dropped)).toEqual(['since']);
    expect(dropped.error!.message).toContain('no longer in the log');
    expect((await replay({ from })).data).toEqual({ deliveries: 1 });
    await world.received(4, webhook);
    expect(world.receivedSoFar(webhook)[3]!.body).toBe(requests[2]!.body);
  });
});
