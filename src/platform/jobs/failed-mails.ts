import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../database/database';
import { statement } from '../database/statement';
import { JobRegistry } from './job-registry';

/** The most mails that a list shows, oldest first. */
const LISTED = 1_000;

/** The last attempt has failed, and no attempt is running. */
const HAVE_FAILED = `task_identifier = any ($1) and last_error is not null and attempts > 0 and locked_at is null`;

const LIST = statement(
  'jobs.failed-mails',
  `select id::text, task_identifier as kind, attempts, max_attempts as "maxAttempts",
     case when attempts < max_attempts then run_at end as "nextAttemptAt", created_at as "createdAt",
     last_error as error
   from graphile_worker.jobs where ${HAVE_FAILED} order by id limit ${LISTED}`,
);

// A repeated mail has all of its attempts again.
const RETRY = statement(
  'jobs.retry-mails',
  `select from graphile_worker.reschedule_jobs(array(
     select id from graphile_worker.jobs
     where ${HAVE_FAILED} and ($2::text[] is null or id::text = any ($2)) order by id limit ${LISTED}),
     run_at => now(), attempts => 0)`,
);

const HAS_FAILED = statement(
  'jobs.has-failed-mails',
  `select exists (select from graphile_worker.jobs where ${HAVE_FAILED}) as "hasFailed"`,
);

export interface FailedMail {
  id: string;
  /** The name of its job. */
  kind: string;
  attempts: number;
  maxAttempts: number;
  /** Null after the last attempt. */
  nextAttemptAt: string | null;
  createdAt: string;
  error: string;
}

/** Mails that the mail server has not accepted. Mails of automations have a list of their own (docs/automations.md). */
@Injectable()
export class FailedMails {
  constructor(
    private readonly database: Database,
    private readonly registry: JobRegistry,
  ) {}

  list(): Promise<FailedMail[]> {
    return this.database.query<FailedMail>(NO_TRANSACTION, LIST, [this.kinds()]);
  }

  /** Sends them again now: all, or those with these ids. Returns how many. */
  async retry(ids: readonly string[] | null): Promise<number> {
    return (await this.database.query(NO_TRANSACTION, RETRY, [this.kinds(), ids])).length;
  }

  async hasFailed(): Promise<boolean> {
    const [row] = await this.database.query<{ hasFailed: boolean }>(NO_TRANSACTION, HAS_FAILED, [
      this.kinds(),
    ]);
    return row!.hasFailed;
  }

  private kinds(): string[] {
    return this.registry
      .all()
      .filter(({ sendsMail }) => sendsMail)
      .map(({ name }) => name);
  }
}
