import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ClaimsRepository } from '../../../../src/modules/webhooks/sending/claims.repository';
import { aBoard } from '../../../support/factories/board.factory';
import type { TestOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { DeliveryWorld } from './support';

const WEBHOOKS = 25;
const ITEMS = 12;
/** As if this process had no attempts in progress, and no limit of its own. */
const FREE = { fast: 1_000, slow: 1_000 };

describe('claims of deliveries', () => {
  let world: DeliveryWorld;
  let organization: TestOrganization;
  beforeAll(async () => {
    // No worker claims what is due.
    world = await DeliveryWorld.start({ ROLES: 'api' });
    return () => world.close();
  });
  beforeEach(async () => {
    await world.app.sql.query('delete from webhook_deliveries');
    organization = await world.anotherOrganization();
    const board = await aBoard({ organization });
    await world.deliver();
    for (let count = 0; count < WEBHOOKS; count += 1) await world.webhook({ organization });
    const items = Array.from({ length: ITEMS }, (_, nth) => ({ name: String(nth) }));
    await made(organization.owner.client, 'items.bulkCreate', {
      boardId: board.id,
      groupId: board.groupIds[0],
      items,
    });
    await world.deliver();
  });

  /** The number of deliveries that are claimed, for each webhook. */
  async function claim(slots = FREE): Promise<number[]> {
    const claimed = await world.app.nest.get(ClaimsRepository, { strict: false }).claim(slots);
    const counts = new Map<string, number>();
    for (const { webhookId } of claimed) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
    return [...counts.values()].toSorted((a, b) => b - a);
  }
  const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);
  const set = (assignment: string) =>
    world.app.sql.query(`update webhooks set ${assignment} where organization_id = $1`, [organization.id]);

  it('an organization has 40 attempts at the same time, which its webhooks share', async () => {
    expect(await claim()).toEqual([...Array(15).fill(2), ...Array(10).fill(1)]);
    expect(await claim()).toEqual([]);
  });

  it('attempts that take long do not count among the 40; a webhook has 10 at most in any case', async () => {
    const claims: number[] = [];
    for (let rounds = 0; rounds < 10; rounds += 1) {
      claims.push(total(await claim()));
      await world.app.sql.query(
        `update webhook_deliveries set due_at = now() + interval '20 seconds' where claim is not null`,
      );
    }
    expect(claims).toEqual([40, 40, 40, 40, 40, 40, 10, 0, 0, 0]);
  });

  it('webhooks whose receivers are slow have one attempt each, and 20 together', async () => {
    await set('is_slow = true');
    expect(await claim()).toEqual(Array(20).fill(1));
    expect(await claim()).toEqual([]);
  });

  it('slow webhooks do not use the attempts of others, and a full organization not those of another one', async () => {
    await set('is_slow = true');
    expect(total(await claim())).toBe(20);
    const quick = await world.webhook({ organization });
    await made(organization.owner.client, 'webhooks.replay', { id: quick.id, from: '2020-01-01T00:00:00Z' });
    expect(await claim()).toEqual([10]);
    const other = await world.anotherOrganization();
    const { id: boardId, groupIds } = await aBoard({ organization: other });
    await world.deliver();
    await world.webhook({ organization: other });
    const items = [{ name: 'Elsewhere' }];
    await made(other.owner.client, 'items.bulkCreate', { boardId, groupId: groupIds[0], items });
    await world.deliver();
    expect(await claim()).toEqual([1]);
  });

  it('a process claims no more than it can start, one of each webhook before the second of any', async () => {
    expect(await claim({ fast: 5, slow: 1_000 })).toEqual(Array(5).fill(1));
    expect(await claim({ fast: 0, slow: 1_000 })).toEqual([]);
    expect(total(await claim({ fast: 30, slow: 0 }))).toBe(30);
  });

  it('disabled webhooks and those of a deleted organization are not claimed', async () => {
    await set(`disabled_at = now(), disabled_reason = 'manual'`);
    expect(await claim()).toEqual([]);
    await set('disabled_at = null, disabled_reason = null');
    await made(organization.owner.client, 'organizations.delete', { slug: organization.slug });
    expect(await claim()).toEqual([]);
  });
});
