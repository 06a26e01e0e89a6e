import type { PoolClient } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { LIST } from '../../../../src/modules/webhooks/deliveries/deliveries.read-model';
import { ADD, PROMOTE } from '../../../../src/modules/webhooks/deliveries/deliveries.repository';
import { CLAIM, PER_WEBHOOK } from '../../../../src/modules/webhooks/sending/claims.repository';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { aWebhook } from '../../../support/factories/webhook.factory';
import {
  executedGenericPlan,
  executedPlan,
  plannedForEmptyTable,
  rowsRead,
} from '../../../support/query-plan';

const DELIVERIES = 50_000;
/** One in so many has failed, and one is pending. */
const RARITY = 1_000;
const PAGE = 20;
/** Each of another item. */
const PENDING = `insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, event_sequence, event_day, item_id,
    status, created_at, expires_at)
  select $1, 'dlv_' || at, $2, 'evt_' || at, 'item.created', at, now(), 'itm_' || at, 'pending', now(), now()
  from generate_series($3::int, $4::int) as at`;

describe('pages of deliveries', () => {
  let organization: TestOrganization;
  let webhookId: string;
  beforeAll(async () => {
    organization = await anOrganization();
    ({ id: webhookId } = await aWebhook(organization));
    for (const [id, webhook] of [
      [organization.id, webhookId],
      [organization.id, newId('webhook')],
    ])
      await organization.app.sql.query(
        `insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, event_sequence, event_day, status,
           created_at, expires_at)
         select $1, 'dlv_' || $2 || at, $2, 'evt_' || lpad(at::text, 26, '0'), 'item.created', at, now(),
           case at % $4 when 0 then 'failed' when 1 then 'pending' else 'success' end, now(), now() + interval '30 days'
         from generate_series(1, $3::int) as at`,
        [id, webhook, DELIVERIES, RARITY],
      );
    await organization.app.sql.query('analyze webhook_deliveries');
  });

  it.each([
    ['of every status', ''],
    ['that succeeded', 'success'],
    ['that failed', 'failed'],
    ['that are pending', 'pending'],
  ] as const)('%s: a page is read and no more, from the start and far from it', async (_what, status) => {
    const { app, id } = organization;
    for (const after of [null, `evt_${String(DELIVERIES / 2).padStart(26, '0')}`])
      for (const explain of [executedPlan, executedGenericPlan]) {
        const plan = await explain(app.sql, LIST(status, PAGE).text, [id, webhookId, after]);
        expect(rowsRead(plan, 'webhook_deliveries')).toBeLessThanOrEqual(PAGE + 3);
      }
  });
});

/** An index that needs a second level is then more expensive than a smaller one. */
describe.each([0, 50, 200])('statements that were planned for a table of %i rows', (rows) => {
  const fill = async (
    client: PoolClient,
    organizationId: string,
    webhookId: string,
    first: number,
    last: number,
  ) => {
    await client.query(PENDING, [organizationId, webhookId, first, last]);
  };

  it('the deliveries that have waited for others are found one by one', async () => {
    const { app, id } = await anOrganization();
    const promote = {
      text: PROMOTE.text,
      given: [`'[]'`, 'now()'],
      start: (client: PoolClient) => fill(client, id, 'whk_1', 1, rows),
    };
    await plannedForEmptyTable(app.sql, ['webhook_deliveries'], promote, async (client) => {
      await fill(client, id, 'whk_1', rows + 1, 1_000);
      const ended = [1, 2, 3].map((at) => ({
        organizationId: id,
        webhookId: 'whk_1',
        itemId: `itm_${at * 100}`,
      }));
      const given = client.escapeLiteral(JSON.stringify(ended));
      const plan = await executedPlan(client, `execute examined (${given}, now())`, []);
      // Each once as the first of its item, and once to be updated.
      expect(rowsRead(plan, 'webhook_deliveries')).toBe(2 * ended.length);
    });
  });

  it('events that have deliveries are found one by one', async () => {
    const { app, id } = await anOrganization();
    const add = {
      text: ADD.text,
      given: [`'[]'`, 'now()', 'now()'],
      start: (client: PoolClient) => fill(client, id, 'whk_1', 1, rows),
    };
    await plannedForEmptyTable(app.sql, ['webhook_deliveries'], add, async (client) => {
      await fill(client, id, 'whk_1', rows + 1, 1_000);
      const events = [1, 2, 3].map((at) => ({
        id: `dlv_new_${at}`,
        organization_id: id,
        webhook_id: 'whk_1',
        event_id: `evt_${at * 100}`,
        event_type: 'item.created',
        event_sequence: at * 100,
        event_day: '2026-01-01',
        item_id: `itm_${at * 100}`,
      }));
      const given = client.escapeLiteral(JSON.stringify(events));
      const plan = await executedPlan(client, `execute examined (${given}, now(), now())`, []);
      expect(rowsRead(plan, 'webhook_deliveries')).toBe(events.length);
    });
  });

  it('a claim reads those that it claims', async () => {
    const organization = await anOrganization();
    const { id: webhookId } = await aWebhook(organization);
    const values = `now(), '', now() + interval '30 seconds', 100, 100, now() + interval '28 seconds'`;
    const claim = {
      text: CLAIM.text,
      given: [values],
      start: (client: PoolClient) => fill(client, organization.id, webhookId, 1, rows),
    };
    await plannedForEmptyTable(organization.app.sql, ['webhook_deliveries'], claim, async (client) => {
      await fill(client, organization.id, webhookId, rows + 1, 1_000);
      await client.query(`update webhook_deliveries set due_at = now() - interval '1 second'`);
      const plan = await executedPlan(client, `execute examined (${values})`, []);
      expect(plan[0]!['Actual Rows']).toBe(PER_WEBHOOK);
      // Each in its queue, as the first of its item, to be locked and to be updated. The two more show that there is one queue.
      expect(rowsRead(plan.slice(1), 'webhook_deliveries')).toBeLessThanOrEqual(4 * PER_WEBHOOK + 2);
    });
  });
});
