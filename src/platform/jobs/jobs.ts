import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { statement } from '../database/statement';
import type { DatabaseContext } from '../database/transaction';
import { type JobClass, jobDeclaration } from './job.decorator';
import { JobRegistry } from './job-registry';

export interface EnqueueOptions {
  /**
   * At most one job with this key is queued: enqueueing again replaces its payload and time. A job that has started or
   * finished no longer has the key, so another run sees changes after its start.
   */
  key?: string;
  /** The earliest start; immediately if absent. */
  runAt?: Date;
}

/** Flag of jobs that were enqueued with a key: a job loses the key itself when it is enqueued again while it runs. */
export const KEYED = 'keyed';

const ENQUEUE = statement(
  'jobs.enqueue',
  `select from graphile_worker.add_job(
     identifier => $1, payload => $2::json, run_at => $3, max_attempts => $4, job_key => $5,
     flags => case when $5::text is not null then array['${KEYED}'] end)`,
);

/** Enqueues background work. */
@Injectable()
export class Jobs {
  constructor(
    private readonly database: Database,
    private readonly registry: JobRegistry,
  ) {}

  /**
   * In the context's transaction, if it has one: the job exists when, and only when, the transaction commits. The payload
   * is stored as plain JSON and retained for weeks when the job fails: use ids, never a secret or a user's text.
   */
  async enqueue<Payload extends object>(
    context: DatabaseContext,
    job: JobClass<Payload>,
    payload: Payload,
    { key, runAt }: EnqueueOptions = {},
  ): Promise<void> {
    const declaration = jobDeclaration(job);
    // No worker would ever run it, and no one would notice.
    if (!declaration || !this.registry.has(declaration.name)) {
      throw new Error(`${job.name} is not a registered job`);
    }
    const { name, maxAttempts } = declaration;
    // The key includes the job's name: two kinds of job about one record do not replace each other.
    const values = [
      name,
      JSON.stringify(payload),
      runAt ?? null,
      maxAttempts,
      key === undefined ? null : `${name}:${key}`,
    ];
    await this.database.query(context, ENQUEUE, values);
  }
}
