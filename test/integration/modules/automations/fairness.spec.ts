import { describe, expect, it } from 'vitest';
import {
  RunAutomationsJob,
  type RunAutomationsPayload,
} from '../../../../src/modules/automations/running/run-automations.job';
import { anAutomation, logOf } from '../../../support/factories/automation.factory';
import { aBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { deliverEvents } from '../../../support/events';
import { startApp } from '../../../support/app';
import { anOrganization } from '../../../support/factories/organization.factory';

const TRIGGERS = 1_000;

interface JobRow {
  payload: RunAutomationsPayload;
}

/** The boards of the waiting jobs, in the order in which workers take them. */
const JOBS = `select job.payload from graphile_worker._private_jobs job
  join graphile_worker._private_tasks task on task.id = job.task_id
  where task.identifier = 'automations.run' order by job.priority, job.run_at, job.id`;

describe('boards with many executions', () => {
  it('let other boards go first after a bounded number', { timeout: 240_000 }, async () => {
    // Without workers of its own: the test runs the jobs in the order in which a worker would.
    const app = await startApp({ ROLES: 'api' });
    try {
      const organization = await anOrganization({ app });
      const busy = await aBoard({ organization });
      const waiting = await aBoard({ organization });
      const busyId = await anAutomation(busy, { actions: [{ type: 'archive_item', config: {} }] });
      const waitingId = await anAutomation(waiting);
      const item = await anItem(busy);
      await deliverEvents(app);
      await app.sql.query(
        `insert into automation_executions (organization_id, id, automation_id, board_id, cause, status, triggered_by, depth,
           is_manual, executed_at)
         select organization_id, 'exe_' || lpad(n::text, 26, '0'), id, board_id, 'cause ' || n, 'queued',
           jsonb_build_object('type', 'item.created', 'itemId', $2::text, 'userId', null), 1, false, now()
         from automations, generate_series(1, $3) n where id = $1`,
        [busyId, item, TRIGGERS],
      );
      await anItem(waiting);
      await deliverEvents(app);
      const { rows } = await app.sql.query<JobRow>(JOBS);
      expect(rows.map(({ payload }) => payload.boardId)).toEqual([busy.id, waiting.id]);
      const job = app.nest.get(RunAutomationsJob, { strict: false });
      const run = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
      for (const { payload } of rows) await job.perform(payload, run);
      expect(await logOf(waiting, waitingId)).toMatchObject([{ status: 'success' }]);
      const { rows: ended } = await app.sql.query(
        `select from automation_executions where automation_id = $1 and status <> 'queued'`,
        [busyId],
      );
      expect(ended.length).toBeGreaterThan(0);
      expect(ended.length).toBeLessThanOrEqual(20);
      // What is left comes behind the boards that wait.
      const { rows: left } = await app.sql.query<JobRow>(JOBS);
      expect(left.map(({ payload }) => payload.boardId)).toEqual([waiting.id, busy.id]);
    } finally {
      await app.close();
    }
  });
});
