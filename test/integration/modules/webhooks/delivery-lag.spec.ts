import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeliveryLagReadModel } from '../../../../src/modules/webhooks/sending/delivery-lag.read-model';
import { DeliveryLagSweep } from '../../../../src/modules/webhooks/sending/delivery-lag.sweep';
import { Log } from '../../../../src/platform/logging/log';
import { startApp, type TestApp } from '../../../support/app';
import { aDelivery, aWebhook } from '../../../support/factories/webhook.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';

describe('the lag of deliveries', () => {
  let app: TestApp;
  let organization: TestOrganization;
  const warn = vi.spyOn(Log.prototype, 'warn');
  beforeAll(async () => {
    // No worker sends what is due.
    app = await startApp({ ROLES: 'api' });
    return () => app.close();
  });
  beforeEach(async () => {
    await app.sql.query('delete from webhook_deliveries');
    await app.sql.query('delete from webhooks');
    organization = await anOrganization({ app });
    warn.mockClear();
  });

  const measure = () => app.nest.get(DeliveryLagReadModel, { strict: false }).measure();
  const watch = () => app.nest.get(DeliveryLagSweep, { strict: false }).run();

  /** A webhook with one pending delivery that is due since so many seconds. */
  async function aPendingDelivery(dueSeconds: number, failures = 0): Promise<string> {
    const { id } = await aWebhook(organization);
    const deliveryId = await aDelivery(organization, id, { status: 'pending' });
    await app.sql.query(
      `update webhook_deliveries set due_at = now() - $2 * interval '1 second', failures = $3 where id = $1`,
      [deliveryId, dueSeconds, failures],
    );
    return id;
  }

  it('is zero when nothing waits, and then no warning is logged', async () => {
    await aWebhook(organization);
    await watch();
    expect(await measure()).toEqual({ pending: 0, retrying: 0, oldestDueSeconds: 0, failingWebhooks: 0 });
    expect(warn).not.toHaveBeenCalled();
  });

  it('counts what waits, and measures what is due', async () => {
    await aPendingDelivery(100);
    await aPendingDelivery(10);
    await aPendingDelivery(-3_600, 2);
    const { oldestDueSeconds, ...counts } = await measure();
    expect(counts).toEqual({ pending: 3, retrying: 1, failingWebhooks: 0 });
    expect(Math.floor(oldestDueSeconds / 60)).toBe(1);
    await watch();
    expect(warn.mock.calls).toEqual([
      ['deliveries of webhooks are delayed', { lagSeconds: expect.any(Number), ...counts }],
    ]);
  });

  it('does not warn of receivers that fail, nor of what no worker sends', async () => {
    const failing = await aPendingDelivery(600, 1);
    await app.sql.query('update webhooks set is_slow = true, failing_since = now() where id = $1', [failing]);
    await aPendingDelivery(20);
    const disabled = await aPendingDelivery(600);
    await app.sql.query('update webhooks set disabled_at = now() where id = $1', [disabled]);
    const ofItem = await aPendingDelivery(-600);
    await app.sql.query(`update webhook_deliveries set item_id = 'itm_1' where webhook_id = $1`, [ofItem]);
    await app.sql.query(
      `insert into webhook_deliveries select (jsonb_populate_record(delivery, jsonb_build_object('id', 'dlv_later',
         'event_id', 'evt_later', 'event_sequence', 2, 'due_at', now() - interval '10 minutes'))).*
       from webhook_deliveries delivery where webhook_id = $1`,
      [ofItem],
    );
    expect(await measure()).toMatchObject({ pending: 4, retrying: 1, failingWebhooks: 1 });
    await watch();
    expect(warn).not.toHaveBeenCalled();
  });

  it('does not warn of a receiver that has as many requests as it can have, but of one whose worker died', async () => {
    const busy = await aPendingDelivery(600);
    await app.sql.query(
      `insert into webhook_deliveries select (jsonb_populate_record(delivery, jsonb_build_object('id', 'dlv_' || nth,
         'event_id', 'evt_' || nth, 'claim', 'x', 'due_at', now() + interval '20 seconds'))).*
       from webhook_deliveries delivery, generate_series(1, 10) as nth where webhook_id = $1`,
      [busy],
    );
    expect(await measure()).toMatchObject({ pending: 11, oldestDueSeconds: 0 });
    await app.sql.query(
      `update webhook_deliveries set due_at = now() - interval '10 minutes' where claim is not null`,
    );
    expect((await measure()).oldestDueSeconds).toBeGreaterThanOrEqual(600);
  });

  it('does not count deleted organizations', async () => {
    await aPendingDelivery(600);
    const { slug } = organization;
    await made(organization.owner.client, 'organizations.delete', { slug });
    expect(await measure()).toMatchObject({ pending: 0, oldestDueSeconds: 0 });
  });
});
