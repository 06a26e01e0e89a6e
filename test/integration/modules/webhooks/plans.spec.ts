import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { LIST } from '../../../../src/modules/webhooks/deliveries/deliveries.read-model';
import { PROMOTE } from '../../../../src/modules/webhooks/deliveries/deliveries.repository';
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

describe('statements that were planned for an empty table', () => {
  it('the deliveries that have waited for others are found one by one', async () => {
    const { app, id } = await anOrganization();
    const promote = { text: PROMOTE.text, given: [`'[]'`, 'now()'] };
    await plannedForEmptyTable(app.sql, 'webhook_deliveries', promote, async (client) => {
      await client.query(
        `insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, event_sequence, event_day, item_id,
           status, created_at, expires_at)
         select $1, 'dlv_' || at, 'whk_1', 'evt_' || at, 'item.created', at, now(), 'itm_' || at, 'pending', now(), now()
         from generate_series(1, 1000) as at`,
        [id],
      );
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
});
