import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../database/database';
import { statement } from '../database/statement';
import { inBatches } from '../schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../schedule/scheduled.decorator';

/** Jobs that failed permanently are retained for a month for investigation. A failure changes only `run_at`. */
const REMOVE = statement(
  'jobs.remove-exhausted',
  `select from graphile_worker.complete_jobs(array(
     select id from graphile_worker.jobs
     where attempts >= max_attempts and locked_at is null and run_at < now() - interval '30 days'
     limit 1000))`,
);

@Scheduled({ name: 'jobs.remove-exhausted', everyMinutes: 1440 })
@Injectable()
export class ExhaustedJobsSweep implements ScheduledWork {
  constructor(private readonly database: Database) {}

  async run(signal: AbortSignal): Promise<number> {
    return inBatches(async () => {
      const removed = await this.database.query(NO_TRANSACTION, REMOVE, []);
      return removed.length;
    }, signal);
  }
}
