import { describe, expect, it } from 'vitest';
import { AT } from '../../../../src/platform/events/log/event-log';
import { anOrganization } from '../../../support/factories/organization.factory';
import { executedPlan, plannedForEmptyTable, rowsRead } from '../../../support/query-plan';

const DAY = '2026-01-01';

describe('statements that were planned for an empty log', () => {
  it('events at given places are found one by one', async () => {
    const { app, id } = await anOrganization();
    const at = { text: AT.text, given: [`''`, `'[]'`] };
    await plannedForEmptyTable(app.sql, 'events', at, async (client) => {
      await client.query(
        `insert into events (day, position, organization_id, sequence, id, type, data, occurred_at)
         select $2, at, $1, at, 'evt_' || at, 'item.created', '{}', now() from generate_series(1, 1000) as at`,
        [id, DAY],
      );
      const places = [100, 200, 300].map((place) => ({ place_sequence: place, place_day: DAY }));
      const given = client.escapeLiteral(JSON.stringify(places));
      const plan = await executedPlan(client, `execute examined ('${id}', ${given})`, []);
      expect(rowsRead(plan, 'events')).toBe(places.length);
    });
  });
});
