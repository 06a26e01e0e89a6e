import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { END, NEXT } from '../../../../src/modules/automations/executions/executions.repository';
import { anOrganization } from '../../../support/factories/organization.factory';
import { executedPlan, plannedForEmptyTable, rowsRead } from '../../../support/query-plan';

/** Of one automation, of which every second is queued. */
const EXECUTIONS = `insert into automation_executions (organization_id, id, automation_id, board_id, cause, status, triggered_by, depth,
    is_manual, executed_at)
  select $1, 'exe_' || lpad(at::text, 4, '0'), 'aut_1', 'brd_1', at, case at % 2 when 0 then 'queued' else 'success' end, '{}', 0, false, now()
  from generate_series($2::int, $3::int) as at`;
const AUTOMATION = `insert into automations (organization_id, id, board_id, name, enabled, trigger_type, trigger_config, conditions,
    actions, created_by, created_at, updated_at)
  values ($1, 'aut_1', 'brd_1', 'Rule', true, 'item.created', '{}', '[]', '[]', 'usr_1', now(), now())`;

/** An index that needs a second level, and is then more expensive than a smaller one, has up to a hundred rows. */
describe.each([0, 50, 110, 200])('statements that were planned for tables of %i rows', (rows) => {
  const fill = async (client: PoolClient, organizationId: string, first: number, last: number) => {
    await client.query(EXECUTIONS, [organizationId, first, last]);
  };

  it('executions that end are found one by one', async () => {
    const { app, id } = await anOrganization();
    const end = {
      text: END.text,
      given: [`''`, `'[]'`],
      start: (client: PoolClient) => fill(client, id, 1, rows),
    };
    await plannedForEmptyTable(app.sql, ['automation_executions'], end, async (client) => {
      await fill(client, id, rows + 1, 1_000);
      const ends = [100, 200, 300].map((at) => ({ id: `exe_0${at}`, status: 'success', actionsExecuted: 1 }));
      const given = client.escapeLiteral(JSON.stringify(ends));
      const plan = await executedPlan(client, `execute examined ('${id}', ${given})`, []);
      const { rowCount } = await client.query(`select from automation_executions where status = 'success'`);
      expect(rowCount).toBe(500 + ends.length);
      // Each once to be found, once to be updated, and once as the result of the update.
      expect(rowsRead(plan, 'automation_executions')).toBe(3 * ends.length);
    });
  });

  it('the next executions of a board are read, and no more', async () => {
    const { app, id } = await anOrganization();
    const next = {
      text: NEXT.text,
      given: [`''`, `''`, '10'],
      start: (client: PoolClient) => fill(client, id, 1, rows),
    };
    const tables = ['automation_executions', 'automations'];
    await plannedForEmptyTable(app.sql, tables, next, async (client) => {
      await fill(client, id, rows + 1, 1_000);
      await client.query(AUTOMATION, [id]);
      const plan = await executedPlan(client, `execute examined ('${id}', 'brd_1', 10)`, []);
      expect(plan[0]!['Actual Rows']).toBe(10);
      expect(rowsRead(plan, 'automation_executions')).toBe(10);
    });
  });
});
