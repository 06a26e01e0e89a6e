import { vi } from 'vitest';
import { deliverEvents } from './events';
import type { TestOrganization } from './factories/organization.factory';

/** Resolves when the index has taken up all that was committed in the organization before the call. */
export async function indexed({ app, id }: TestOrganization): Promise<void> {
  await deliverEvents(app);
  await vi.waitFor(
    async () => {
      const { rows } = await app.sql.query<{ waiting: number }>(
        `select count(*)::int as waiting
         from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id
         where task.identifier like 'search.index-%' and job.payload ->> 'organizationId' = $1`,
        [id],
      );
      if (rows[0]!.waiting > 0) throw new Error('The index is not up to date');
    },
    { interval: 10 },
  );
}
