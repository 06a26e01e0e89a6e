import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';
import { EXPIRY } from './expired-rows.sweep';
import { ExpiringRowsService } from './expiring-rows.service';
import type { ScheduleRunEntity } from './schedule-run.entity';
import type { RunKey } from './schedule-runs.repository';
import { ScheduleService } from './schedule.service';

export interface ScheduleRun extends RunKey {
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly durationMs: number | null;
  readonly outcome: ScheduleRunEntity['outcome'];
  readonly rowsRemoved: number | null;
  readonly error: string | null;
  readonly lastSucceededAt: string | null;
}

/** Scheduled work, or a kind of expiring rows, with its last run; null when it has never run. */
export interface ScheduledWorkState extends RunKey {
  readonly everyMinutes: number;
  readonly lastRun: ScheduleRun | null;
}

const ALL = statement(
  'schedule-runs.all',
  `select name, kind, started_at as "startedAt", duration_ms as "durationMs", outcome,
     rows_removed::float8 as "rowsRemoved", error, last_succeeded_at as "lastSucceededAt"
   from schedule_runs`,
);

/** All scheduled work of this release with its last run and outcome. */
@Injectable()
export class ScheduleRunsReadModel {
  constructor(
    private readonly database: Database,
    private readonly schedule: ScheduleService,
    private readonly expiring: ExpiringRowsService,
  ) {}

  async all(context: DatabaseContext = NO_TRANSACTION): Promise<ScheduledWorkState[]> {
    const rows = await this.database.query<ScheduleRun>(context, ALL, []);
    const runs = new Map(rows.map((run) => [`${run.name} ${run.kind}`, run]));
    const works = this.schedule.all().map(({ name, everyMinutes }) => ({ name, kind: '', everyMinutes }));
    const kinds = this.expiring.all().map(({ kind }) => ({ ...EXPIRY, kind }));
    return [...works, ...kinds].map((work) => ({
      ...work,
      lastRun: runs.get(`${work.name} ${work.kind}`) ?? null,
    }));
  }
}
