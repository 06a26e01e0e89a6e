import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { statement } from '../database/statement';
import type { DatabaseContext } from '../database/transaction';
import { type JobClass, type JobDeclaration, jobDeclaration } from './job.decorator';
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
     priority => $6, flags => case when $5::text is not null then array['${KEYED}'] end)`,
);

const ENQUEUE_ALL = statement(
  'jobs.enqueue-all',
  `select from json_to_recordset($3) as job (payload json, run_at timestamptz, key text),
     lateral graphile_worker.add_job(
       identifier => $1, payload => job.payload, run_at => job.run_at, max_attempts => $2, job_key => job.key,
       priority => $4, flags => array['${KEYED}'])`,
);

/** One of several jobs that are enqueued together. */
export interface KeyedJob<Payload extends object> extends EnqueueOptions {
  key: string;
  payload: Payload;
}

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
    const { name, maxAttempts, isPatient } = this.registered(job);
    // The key includes the job's name: two kinds of job about one record do not replace each other.
    const values = [
      name,
      JSON.stringify(payload),
      runAt ?? null,
      maxAttempts,
      key === undefined ? null : `${name}:${key}`,
      priorityOf(isPatient),
    ];
    await this.database.query(context, ENQUEUE, values);
  }

  /** Like `enqueue`, with one statement for all. In the order of the keys, to avoid deadlocks with other transactions. */
  async enqueueAll<Payload extends object>(
    context: DatabaseContext,
    job: JobClass<Payload>,
    jobs: readonly KeyedJob<Payload>[],
  ): Promise<void> {
    if (jobs.length === 0) return;
    const { name, maxAttempts, isPatient } = this.registered(job);
    const rows = jobs
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ payload, key, runAt }) => ({ payload, run_at: runAt ?? null, key: `${name}:${key}` }));
    const values = [name, maxAttempts, JSON.stringify(rows), priorityOf(isPatient)];
    await this.database.query(context, ENQUEUE_ALL, values);
  }

  private registered<Payload extends object>(job: JobClass<Payload>): JobDeclaration {
    const declaration = jobDeclaration(job);
    // No worker would ever run it, and no one would notice.
    if (!declaration || !this.registry.has(declaration.name)) {
      throw new Error(`${job.name} is not a registered job`);
    }
    return declaration;
  }
}

/** Of the jobs that are due, those with the smallest number start first. */
function priorityOf(isPatient: boolean): number {
  return isPatient ? 10 : 0;
}
