import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { ScheduleRunEntity } from './schedule-run.entity';

/** Scheduled work, or one kind of the rows that it deletes; `kind` is empty for the work itself. */
export interface RunKey {
  readonly name: string;
  readonly kind: string;
}

export interface RunResult {
  readonly outcome: Exclude<ScheduleRunEntity['outcome'], 'running'>;
  readonly durationMs: number;
  /** Null where the work does not count. */
  readonly rowsRemoved: number | null;
  /** Null unless the run failed. */
  readonly error: string | null;
}

const BEGIN = statement(
  'schedule-runs.begin',
  `insert into schedule_runs (name, kind, started_at, outcome) values ($1, $2, clock_timestamp(), 'running')
   on conflict (name, kind) do update
     set started_at = excluded.started_at, outcome = excluded.outcome, duration_ms = null, rows_removed = null, error = null
   returning started_at::text as "startedAt"`,
);

// A later run of the same work can have begun, when the process of this one was suspended.
const END = statement(
  'schedule-runs.end',
  `update schedule_runs
   set outcome = $4, duration_ms = $5, rows_removed = $6, error = $7,
     last_succeeded_at = case when $4 = 'succeeded' then clock_timestamp() else last_succeeded_at end
   where name = $1 and kind = $2 and started_at = $3::timestamptz`,
);

@Injectable()
export class ScheduleRunsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the start of the run, which identifies it. */
  async begin({ name, kind }: RunKey): Promise<string> {
    const [row] = await this.database.query<{ startedAt: string }>(NO_TRANSACTION, BEGIN, [name, kind]);
    return row!.startedAt;
  }

  async end({ name, kind }: RunKey, startedAt: string, result: RunResult): Promise<void> {
    const { outcome, durationMs, rowsRemoved, error } = result;
    const values = [name, kind, startedAt, outcome, durationMs, rowsRemoved, error];
    await this.database.query(NO_TRANSACTION, END, values);
  }
}
