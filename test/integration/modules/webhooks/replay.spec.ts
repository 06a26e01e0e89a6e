import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { aBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { DeliveryWorld, type ReceivedWebhook } from './support';

describe('webhooks.replay', () => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    world = await DeliveryWorld.start();
    return () => world.close();
  });

  const replay = (input: object) => world.act('webhooks.replay', input);
  const idsAt = (webhook: ReceivedWebhook) =>
    world.receivedSoFar(webhook).map(({ event }) => event.id as string);
  const eventIds = async (type: string) => {
    const { rows } = await world.app.sql.query<{ id: string }>(
      'select id from events where organization_id = $1 and type = $2 order by sequence',
      [world.organization.id, type],
    );
    return rows.map(({ id }) => id);
  };
  it('delivers every event of a time range exactly once, also those before the webhook, in order', async () => {
    const itemId = await anItem(world.board);
    const from = new Date().toISOString();
    for (const name of ['1', '2', '3']) await world.rename(itemId, name);
    // The range ends after the milliseconds of its last event, and before those of the next one.
    await delay(2);
    const to = new Date().toISOString();
    await delay(2);
    await world.rename(itemId, 'Later');
    await world.deliver();
    const webhook = await world.webhook({ events: ['item.updated'] });
    const { id } = webhook;
    const updates = (await eventIds('item.updated')).slice(-4);
    expect(await replay({ id, from, to })).toEqual({ deliveries: 3 });
    await world.received(3, webhook);
    await world.ended(id);
    expect(idsAt(webhook)).toEqual(updates.slice(0, 3));
    expect(await replay({ id, from })).toEqual({ deliveries: 4 });
    await world.received(7, webhook);
    await world.ended(id);
    expect(idsAt(webhook).slice(3)).toEqual(updates);
    // The bytes of the first delivery, and one entry for each event.
    const bodies = world.receivedSoFar(webhook).map(({ body }) => body);
    expect(bodies.slice(3, 6)).toEqual(bodies.slice(0, 3));
    expect(await world.deliveries(id)).toHaveLength(4);
    expect(await replay({ id, from: to, to })).toEqual({ deliveries: 0 });
  });

  it('delivers the events after one, whether the webhook had it or not', async () => {
    const webhook = await world.webhook();
    const { id } = webhook;
    for (let count = 0; count < 3; count += 1) await anItem(world.board);
    await world.deliver();
    await world.received(3, webhook);
    await world.ended(id);
    const created = (await eventIds('item.created')).slice(-3);
    expect(await replay({ id, since: created[0] })).toEqual({ deliveries: 2 });
    await world.received(5, webhook);
    await world.ended(id);
    expect(idsAt(webhook).slice(3).toSorted()).toEqual(created.slice(1).toSorted());
    const [board1] = await eventIds('board.created');
    const all = (await eventIds('item.created')).length;
    expect(await replay({ id, since: board1 })).toEqual({ deliveries: all });
  });

  it('delivers only events of the webhook and of its project', async () => {
    const elsewhere = await world.anotherBoard();
    const since = (await eventIds('item.created')).at(-1);
    await anItem(elsewhere);
    const here = await anItem(world.board);
    await world.deliver();
    const webhook = await world.webhook({
      events: ['item.created', 'board.created'],
      projectId: world.board.project.id,
    });
    const { id } = webhook;
    expect(await replay({ id, since })).toEqual({ deliveries: 1 });
    const [request] = await world.received(1, webhook);
    expect(request!.event.data.item.id).toBe(here);
  });

  it('400: an event of another organization, like one that does not exist', async () => {
    const other = await world.anotherOrganization();
    const theirs = await aBoard({ organization: other });
    await anItem(theirs);
    await world.deliver();
    const { rows } = await world.app.sql.query<{ id: string }>(
      'select id from events where organization_id = $1 order by sequence limit 1',
      [other.id],
    );
    const { id } = await world.webhook();
    const answer = await world.organization.owner.client.mutate('webhooks.replay', {
      id,
      since: rows[0]!.id,
    });
    expect([answer.status, answer.error?.data.issues]).toEqual([
      400,
      [{ path: 'since', message: 'Unknown event, or no longer in the log' }],
    ]);
  });
});
