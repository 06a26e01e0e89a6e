import { clock } from '../../src/kernel/clock';
import { SendDigestJob } from '../../src/modules/notifications/mail/send-digest.job';
import { SendNotificationMailJob } from '../../src/modules/notifications/mail/send-notification-mail.job';
import type { JobHandler } from '../../src/platform/jobs/job.decorator';
import { deliverEvents } from './events';
import type { TestOrganization } from './factories/organization.factory';

const JOBS = {
  'notifications.send-mail': SendNotificationMailJob,
  'notifications.send-digest': SendDigestJob,
} as const;

/**
 * Delivers events and performs the jobs of an organization's notification mails that are due by the clock of the test, in an
 * application without workers. Returns how many were performed.
 */
export async function sendNotificationMails({ app, id }: TestOrganization): Promise<number> {
  await deliverEvents(app);
  let performed = 0;
  for (const [name, job] of Object.entries(JOBS)) {
    const handler = app.nest.get<JobHandler<object>>(job, { strict: false });
    const { rows } = await app.sql.query<{ id: string; payload: object }>(
      `select job.id, job.payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       where task.identifier = $1 and job.payload ->> 'organizationId' = $2 and job.run_at <= $3
       order by job.id`,
      [name, id, clock.now()],
    );
    for (const { id: jobId, payload } of rows) {
      const run = { id: jobId, attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
      await handler.perform(payload, run);
      await app.sql.query('select graphile_worker.complete_jobs(array[$1::bigint])', [jobId]);
      performed += 1;
    }
  }
  return performed;
}
