import { beforeAll, describe, expect, it } from 'vitest';
import { anItem } from '../../../support/factories/item.factory';
import { refusedPaths } from '../../../support/refusals';
import { DeliveryWorld } from './support';

describe('webhooks.replay of many events', () => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    // No worker sends what is due.
    world = await DeliveryWorld.start({ ROLES: 'api' });
    return () => world.close();
  });

  /** Copies of the last event of this type, as if they had occurred since. */
  const addCopies = (type: string, count: number) =>
    world.app.sql.query(
      `insert into events select (jsonb_populate_record(copied, jsonb_build_object('sequence', head.sequence + nth,
         'position', head.position + nth, 'board_sequence', head.sequence + nth, 'occurred_at', now(),
         'id', 'evt_' || lpad((head.sequence + nth)::text, 26, '0')))).*
       from (select max(sequence) as sequence, max(position) as position from events where organization_id = $1) as head
       join events copied on copied.organization_id = $1 and copied.sequence =
         (select max(sequence) from events where organization_id = $1 and type = $2)
       cross join generate_series(1, $3::int) as nth`,
      [world.organization.id, type, count],
    );

  it('finds events behind many others, and rejects more than 10,000', async () => {
    const { id } = await world.webhook();
    const call = (range: object) =>
      world.organization.owner.client.mutate('webhooks.replay', { id, ...range });
    await anItem(world.board);
    await world.deliver();
    const [{ eventId: since }] = (await world.deliveries(id)) as [{ eventId: string }];
    const from = new Date().toISOString();
    await addCopies('board.created', 25_000);
    await addCopies('item.created', 1);
    for (const range of [{ from }, { since }]) expect((await call(range)).data).toEqual({ deliveries: 1 });
    await addCopies('item.created', 9_999);
    expect((await call({ from })).data).toEqual({ deliveries: 10_000 });
    await addCopies('item.created', 1);
    for (const [path, start] of Object.entries({ from, since })) {
      const answer = await call({ [path]: start });
      expect(refusedPaths(answer)).toEqual([path]);
      expect(answer.error!.message).toContain('at most 10000 events');
    }
  });
});
