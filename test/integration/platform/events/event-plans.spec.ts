import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { AT } from '../../../../src/platform/events/log/event-log';
import { anOrganization } from '../../../support/factories/organization.factory';
import { executedPlan, plannedForEmptyTable, rowsRead } from '../../../support/query-plan';

const DAY = '2026-01-01';

const EVENTS = `insert into events (day, position, organization_id, sequence, id, type, data, occurred_at)
  select $2, at, $1, at, 'evt_' || at, 'item.created', '{}', now() from generate_series($3::int, $4::int) as at`;

/** An index that needs a second level is then more expensive than a smaller one. */
describe.each([0, 50, 110, 200])('statements that were planned for a log of %i events', (events) => {
  it('events at given places are found one by one', async () => {
    const { app, id } = await anOrganization();
    const start = (client: PoolClient) => client.query(EVENTS, [id, DAY, 1, events]);
    const at = { text: AT.text, given: [`''`, `'[]'`], start };
    await plannedForEmptyTable(app.sql, ['events'], at, async (client) => {
      await client.query(EVENTS, [id, DAY, events + 1, 1_000]);
      const places = [100, 200, 300].map((place) => ({ place_sequence: place, place_day: DAY }));
      const given = client.escapeLiteral(JSON.stringify(places));
      const plan = await executedPlan(client, `execute examined ('${id}', ${given})`, []);
      expect(rowsRead(plan, 'events')).toBe(places.length);
    });
  });
});
