import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ExpiredDeliveriesSweep } from '../../../../src/modules/webhooks/deliveries/expired-deliveries.sweep';
import { anItem } from '../../../support/factories/item.factory';
import { DeliveryWorld } from './support';

describe('the order of deliveries', () => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    world = await DeliveryWorld.start();
    return () => world.close();
  });
  afterEach(() => world.accept());

  it('delivers the events of one item in order: a later one waits until the earlier one has ended', async () => {
    const webhook = await world.webhook({ events: ['item.created', 'item.updated'] });
    const { id } = webhook;
    let isDown = true;
    world.respondAt(webhook, ({ event }, response) =>
      response.writeHead(isDown && event.data.item.id === first ? 500 : 204).end(),
    );
    const first = await anItem(world.board, { name: '0' });
    for (const name of ['1', '2', '3']) await world.rename(first, name);
    const other = await anItem(world.board);
    await world.deliver();
    // Its item alone waits.
    await world.received(2, webhook);
    await vi.waitFor(async () => {
      const deliveries = await world.deliveries(id);
      expect(deliveries.filter(({ attempts }) => attempts > 0)).toHaveLength(2);
    });
    expect(
      world
        .receivedSoFar(webhook)
        .map(({ event }) => event.data.item.id)
        .toSorted(),
    ).toEqual([first, other].toSorted());
    await world.rename(first, '4');
    await world.deliver();
    isDown = false;
    await world.passTime(id);
    await world.ended(id);
    const ofFirst = world.receivedSoFar(webhook).filter(({ event }) => event.data.item.id === first);
    expect(ofFirst.map(({ event }) => event.type)).toEqual([
      'item.created',
      'item.created',
      'item.updated',
      'item.updated',
      'item.updated',
      'item.updated',
    ]);
    const ids = ofFirst.slice(1).map(({ event }) => event.id);
    expect(ids).toEqual(ids.toSorted());
  });

  it('a redelivered event goes before later ones of its item that are pending', async () => {
    const webhook = await world.webhook({ events: ['item.created', 'item.updated'] });
    const { id } = webhook;
    const itemId = await anItem(world.board);
    await world.deliver();
    await world.received(1, webhook);
    const [created] = await world.ended(id);
    world.respondAt(webhook, ({ event }, response) =>
      response.writeHead(event.type === 'item.updated' ? 500 : 204).end(),
    );
    await world.rename(itemId, 'Renamed');
    await world.deliver();
    await world.received(2, webhook);
    await world.settled(id, ({ attempts }) => attempts === 1);
    // Both are due, and the receiver does not respond to the earlier one.
    let release: () => void = () => undefined;
    world.respondAt(webhook, ({ event }, response) => {
      if (event.type === 'item.updated') response.writeHead(204).end();
      else release = () => response.writeHead(204).end();
    });
    await world.act('webhooks.deliveries.redeliver', { id: created.id });
    await world.received(3, webhook);
    await world.passTime(id);
    await anItem(world.board);
    await world.deliver();
    release();
    world.accept();
    await world.ended(id);
    const ofItem = world.receivedSoFar(webhook).filter(({ event }) => event.data.item.id === itemId);
    expect(ofItem.map(({ event }) => event.type)).toEqual([
      'item.created',
      'item.updated',
      'item.created',
      'item.updated',
    ]);
  });

  it('an end that nothing follows makes the next delivery of the item due: 60 changes arrive in order', async () => {
    const webhook = await world.webhook({ events: ['item.updated'] });
    const itemId = await anItem(world.board);
    for (let change = 0; change < 60; change += 1) {
      await world.rename(itemId, String(change));
      if (change % 7 === 0) await world.deliver();
    }
    await world.deliver();
    const requests = await world.received(60, webhook);
    const ids = requests.map(({ event }) => event.id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(60);
  });

  it('the expiry of a pending delivery makes the next one of its item due', async () => {
    const webhook = await world.webhook({ events: ['item.created', 'item.updated'] });
    const { id } = webhook;
    world.respondAt(webhook, ({ event }, response) =>
      response.writeHead(event.type === 'item.created' ? 500 : 204).end(),
    );
    const itemId = await anItem(world.board);
    await world.rename(itemId, 'Next');
    await world.deliver();
    await vi.waitFor(async () =>
      expect(await world.deliveries(id)).toMatchObject([{ attempts: 0 }, { attempts: 1, status: 'pending' }]),
    );
    await world.app.sql.query(
      `update webhook_deliveries set expires_at = now() where webhook_id = $1 and event_type = 'item.created'`,
      [id],
    );
    const sweep = world.app.nest.get(ExpiredDeliveriesSweep, { strict: false });
    expect(await sweep.run(new AbortController().signal)).toBe(1);
    await world.received(2, webhook);
    expect(await world.ended(id)).toMatchObject([{ eventType: 'item.updated', status: 'success' }]);
  });
});
