import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { statement } from '../database/statement';
import type { DatabaseContext } from '../database/transaction';
import { type JobClass, jobDeclaration } from './job.decorator';
import { JobRegistry } from './job-registry';

export interface EnqueueOptions {
  /**
   * At most one job with this key waits: enqueueing again replaces its payload and time. A job that has begun, or is
   * done, no longer has the key, so that what changes after its start is seen by another run.
   */
  key?: string;
  /** Not before this time; at once without it. */
  runAt?: Date;
}

const ENQUEUE = statement(
  'jobs.enqueue',
  `select from graphile_worker.add_job(
     identifier => $1, payload => $2::json, run_at => $3, max_attempts => $4, job_key => $5)`,
);

/** Hands work to the background. */
@Injectable()
export class Jobs {
  constructor(
    private readonly database: Database,
    private readonly registry: JobRegistry,
  ) {}

  /**
   * In the context's transaction, when it has one: the job exists when, and only when, that commits. The payload is
   * stored as JSON in the clear and kept for days when the job fails: ids, never a secret or a person's text.
   */
  async enqueue<Payload extends object>(
    context: DatabaseContext,
    job: JobClass<Payload>,
    payload: Payload,
    { key, runAt }: EnqueueOptions = {},
  ): Promise<void> {
    const declaration = jobDeclaration(job);
    // Nobody would ever perform it, and nobody would notice.
    if (!declaration || !this.registry.has(declaration.name)) {
      throw new Error(`${job.name} is not a registered job`);
    }
    const { name, maxAttempts } = declaration;
    // The key is the job's own: two kinds of job about one record do not replace each other.
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
