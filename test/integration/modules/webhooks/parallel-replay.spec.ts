import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type EventId, type ItemId, newId } from '../../../../src/kernel/ids';
import { DeliveriesRepository } from '../../../../src/modules/webhooks/deliveries/deliveries.repository';
import { ClaimsRepository } from '../../../../src/modules/webhooks/sending/claims.repository';
import { DeliveryResultsService } from '../../../../src/modules/webhooks/sending/delivery-results.service';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { DeliveryWorld } from './support';

const FREE = { fast: 10, slow: 10 };
const SUCCESS = {
  isSuccess: true,
  attemptedAt: new Date(),
  durationMs: 1,
  requestHeaders: {},
  response: { status: 204, headers: {}, body: '' },
  error: null,
};

describe('a replay during the delivery of the same events', () => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    // No worker attempts what is due.
    world = await DeliveryWorld.start({ ROLES: 'api' });
    return () => world.close();
  });

  it('leaves no delivery that waits for one that has ended', async () => {
    const { id: webhookId } = await world.webhook();
    const { id: organizationId } = world.organization;
    const itemId: ItemId = newId('item');
    const event = (eventId: EventId, eventSequence: number) => ({
      organizationId,
      webhookId,
      eventId,
      eventType: 'item.updated',
      eventSequence,
      eventDay: '2026-01-01',
      itemId,
    });
    const [first, second] = [event(newId('event'), 1), event(newId('event'), 2)];
    const of = <T>(type: new (...parameters: never[]) => T): T => world.app.nest.get(type, { strict: false });
    const deliveries = of(DeliveriesRepository);
    const context = { ...NO_TRANSACTION, organizationId };

    /** A transaction that stays open until it is committed. */
    const open = async (write: Parameters<TransactionRunner['run']>[1]) => {
      let commit: () => void = () => undefined;
      const mayCommit = new Promise<void>((resolve) => (commit = resolve));
      let written: () => void = () => undefined;
      const isWritten = new Promise<void>((resolve) => (written = resolve));
      const isCommitted = of(TransactionRunner).run(context, async (tx) => {
        await write(tx);
        written();
        await mayCommit;
      });
      return {
        isWritten,
        commit: () => {
          commit();
          return isCommitted;
        },
      };
    };
    const replay = await open((tx) => deliveries.repeat({ ...tx, organizationId }, [first]));
    await replay.isWritten;
    const subscriber = await open((tx) => deliveries.add(tx, [first, second]));
    await vi.waitFor(async () => {
      const { rows } = await world.app.sql.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });
    await replay.commit();
    await subscriber.isWritten;

    const attempt = async () => {
      for (const claimed of await of(ClaimsRepository).claim(FREE))
        await of(DeliveryResultsService).record(claimed, SUCCESS);
    };
    await attempt();
    await subscriber.commit();
    await attempt();
    await attempt();
    expect((await world.deliveries(webhookId)).map(({ status }) => status)).toEqual(['success', 'success']);
  });
});
