import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import type { TestOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { DeliveryWorld } from './support';

describe('webhooks.replay', () => {
  let world: DeliveryWorld;
  let organization: TestOrganization;
  let board: TestBoard;
  let paths = 0;
  beforeAll(async () => {
    world = await DeliveryWorld.start();
    organization = await world.organization();
    board = await world.board(organization);
    await world.deliver();
  });
  afterAll(() => world.close());

  const path = () => `/${(paths += 1)}`;
  const replay = (input: object) => made(organization.owner.client, 'webhooks.replay', input);
  const idsAt = (at: string) => world.receiver.at(at).map(({ event }) => event.id as string);
  const eventIds = async (type: string) => {
    const { rows } = await world.app.sql.query<{ id: string }>(
      'select id from events where organization_id = $1 and type = $2 order by sequence',
      [organization.id, type],
    );
    return rows.map(({ id }) => id);
  };
  const ended = (webhookId: string) =>
    vi.waitFor(
      async () => {
        const deliveries = await world.deliveries(organization, webhookId);
        expect(deliveries.filter(({ status }) => status === 'pending')).toEqual([]);
      },
      { interval: 20 },
    );

  it('delivers every event of a time range exactly once, also those before the webhook, in order', async () => {
    const itemId = await anItem(board);
    const from = new Date().toISOString();
    for (const name of ['1', '2', '3'])
      await made(organization.owner.client, 'items.update', { id: itemId, name });
    const to = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 2));
    await made(organization.owner.client, 'items.update', { id: itemId, name: 'Later' });
    await world.deliver();
    const at = path();
    const { id } = await world.webhook(organization, at, { events: ['item.updated'] });
    const updates = (await eventIds('item.updated')).slice(-4);
    expect(await replay({ id, from, to })).toEqual({ deliveries: 3 });
    await world.receiver.received(3, at);
    await ended(id);
    expect(idsAt(at)).toEqual(updates.slice(0, 3));
    expect(await replay({ id, from })).toEqual({ deliveries: 4 });
    await world.receiver.received(7, at);
    await ended(id);
    expect(idsAt(at).slice(3)).toEqual(updates);
    // The bytes of the first delivery, and one entry for each event.
    const bodies = world.receiver.at(at).map(({ body }) => body);
    expect(bodies.slice(3, 6)).toEqual(bodies.slice(0, 3));
    expect(await world.deliveries(organization, id)).toHaveLength(4);
    expect(await replay({ id, from: to, to })).toEqual({ deliveries: 0 });
  });

  it('delivers the events after one, whether the webhook had it or not', async () => {
    const at = path();
    const { id } = await world.webhook(organization, at);
    for (let count = 0; count < 3; count += 1) await anItem(board);
    await world.deliver();
    await world.receiver.received(3, at);
    await ended(id);
    const created = (await eventIds('item.created')).slice(-3);
    expect(await replay({ id, since: created[0] })).toEqual({ deliveries: 2 });
    await world.receiver.received(5, at);
    await ended(id);
    expect(idsAt(at).slice(3).toSorted()).toEqual(created.slice(1).toSorted());
    const [board1] = await eventIds('board.created');
    const all = (await eventIds('item.created')).length;
    expect(await replay({ id, since: board1 })).toEqual({ deliveries: all });
  });

  it('delivers only events of the webhook and of its project', async () => {
    const elsewhere = await aBoard({ organization });
    const since = (await eventIds('item.created')).at(-1);
    await anItem(elsewhere);
    const here = await anItem(board);
    await world.deliver();
    const at = path();
    const { id } = await world.webhook(organization, at, {
      events: ['item.created', 'board.created'],
      projectId: board.project.id,
    });
    expect(await replay({ id, since })).toEqual({ deliveries: 1 });
    const [request] = await world.receiver.received(1, at);
    expect(request!.event.data.item.id).toBe(here);
  });

  it('400: an event of another organization, like one that does not exist', async () => {
    const other = await world.organization();
    const theirs = await world.board(other);
    await anItem(theirs);
    await world.deliver();
    const { rows } = await world.app.sql.query<{ id: string }>(
      'select id from events where organization_id = $1 order by sequence limit 1',
      [other.id],
    );
    const { id } = await world.webhook(organization, path());
    const answer = await organization.owner.client.mutate('webhooks.replay', { id, since: rows[0]!.id });
    expect([answer.status, answer.error?.data.issues]).toEqual([
      400,
      [{ path: 'since', message: 'Unknown event, or no longer in the log' }],
    ]);
  });
});
