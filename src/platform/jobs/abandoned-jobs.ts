import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../database/database';
import { statement } from '../database/statement';
import { Log } from '../logging/log';
import { WORKER_LOCKS } from '../database/locks';
import { KEYED } from './jobs';

/** Workers that have taken jobs and have no presence lock in this database. */
const FIND_ABSENT = statement(
  'jobs.find-absent-workers',
  `select worker as "workerId"
   from (select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null) as workers
   where not exists (
     select from pg_locks
     where locktype = 'advisory' and granted and objsubid = 2 and classid = ${WORKER_LOCKS}
       and objid = hashtext(worker)::oid
       and database = (select oid from pg_database where datname = current_database()))`,
);

// A job that was enqueued again under its key while it ran has lost the key and its attempts; the new job does the work.
const REMOVE_SUPERSEDED = statement(
  'jobs.remove-superseded',
  `delete from graphile_worker._private_jobs where locked_by = any ($1) and key is null and flags ? '${KEYED}'`,
);

const RECORD_LAST_ERROR = statement(
  'jobs.record-death-of-worker',
  `update graphile_worker._private_jobs set last_error = 'The worker died during the last attempt'
   where locked_by = any ($1) and attempts >= max_attempts`,
);

const RELEASE = statement('jobs.release-workers', `select graphile_worker.force_unlock_workers($1)`);

const LOOK_EVERY_MS = 10_000;

/**
 * Returns the jobs of dead workers to the queue within half a minute; the queue itself would wait for four hours.
 * A worker is dead when its presence is missing in two consecutive checks: one could coincide with a reconnection.
 */
@Injectable()
export class AbandonedJobs {
  private suspects: ReadonlySet<string> = new Set();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  watch(): void {
    void this.look();
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  async look(): Promise<void> {
    try {
      const rows = await this.database.query<{ workerId: string }>(NO_TRANSACTION, FIND_ABSENT, []);
      const absent = rows.map(({ workerId }) => workerId);
      const dead = absent.filter((workerId) => this.suspects.has(workerId));
      this.suspects = new Set(absent);
      if (dead.length === 0) return;
      for (const step of [REMOVE_SUPERSEDED, RECORD_LAST_ERROR, RELEASE]) {
        await this.database.query(NO_TRANSACTION, step, [dead]);
      }
      this.log.warn('jobs of dead workers taken over', { workers: dead });
    } catch (error) {
      this.log.warn('could not look for abandoned jobs', { error });
    }
  }
}
