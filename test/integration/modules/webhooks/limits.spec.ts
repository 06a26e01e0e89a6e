import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { DeliveryWorld } from './support';

describe('limits of deliveries', () => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    world = await DeliveryWorld.start();
    return () => world.close();
  });
  afterEach(() => world.accept());

  it('deliveries of deleted organizations occupy no slots', async () => {
    const webhook = await world.webhook({ events: ['item.created'] });
    const { id } = webhook;
    // More than a process sends at the same time, and due for longer.
    await world.app.sql.query(
      `with gone as (
         insert into organizations overriding user value select (jsonb_populate_record(organization, jsonb_build_object(
           'id', 'org_gone' || nth, 'slug', 'deleted:' || nth, 'deleted_at', now()))).*
         from organizations organization, generate_series(1, 300) as nth where organization.id = $1
         returning id),
       hooks as (
         insert into webhooks select (jsonb_populate_record(webhook, jsonb_build_object('organization_id', gone.id))).*
         from webhooks webhook, gone where webhook.id = $2 returning organization_id, id)
       insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, event_sequence, event_day, status,
         due_at, created_at, expires_at)
       select organization_id, 'dlv_gone', id, 'evt_gone', 'item.created', 1, now(), 'pending', now() - interval '1 hour', now(),
         now() + interval '1 day'
       from hooks`,
      [world.organization.id, id],
    );
    await anItem(world.board, { name: 'Sent' });
    await world.deliver();
    await world.received(1, webhook);
    await world.app.sql.query(`delete from organizations where id like 'org_gone%'`);
  });

  it('a receiver that does not respond delays no other webhook and no other organization', async () => {
    const other = await world.anotherOrganization();
    const otherBoard = await aBoard({ organization: other });
    await world.deliver();
    const slow = await world.webhook();
    const quick = await world.webhook();
    const far = await world.webhook({ organization: other });
    world.respondAt(slow, () => undefined);
    for (let count = 0; count < 20; count += 1) await anItem(world.board);
    await anItem(otherBoard);
    await world.deliver();
    await world.received(20, quick);
    await world.received(1, far);
    // Before any attempt at the receiver that hangs has ended, after 15 seconds.
    expect((await world.deliveries(slow.id)).map(({ attempts }) => attempts)).toEqual(Array(20).fill(0));
    expect(world.receivedSoFar(slow)).toHaveLength(10);
  });
});
