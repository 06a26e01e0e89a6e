import { Injectable } from '@nestjs/common';
import { ProcessConfig } from '../config/process.config';
import { Database } from '../database/database';
import { statement } from '../database/statement';
import type { DatabaseContext } from '../database/transaction';
import { METRICS } from '../metrics/catalogue';
import { InstallationFigures } from '../metrics/installation-figures';
import { Metrics } from '../metrics/metrics';
import { JobRegistry } from './job-registry';
import { JobRunner } from './job-runner';

const STATES = ['due', 'scheduled', 'running', 'exhausted'] as const;

/** Jobs of one task. */
type TaskRow = Record<(typeof STATES)[number], number> & {
  readonly task: string;
  readonly oldestSeconds: number;
};

const DEPTH = statement(
  'jobs.depth',
  `select task_identifier as task,
     count(*) filter (where is_due)::float8 as due,
     count(*) filter (where locked_at is null and attempts < max_attempts and not is_due)::float8 as scheduled,
     count(*) filter (where locked_at is not null)::float8 as running,
     count(*) filter (where locked_at is null and attempts >= max_attempts)::float8 as exhausted,
     coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as "oldestSeconds"
   from (
     select *, locked_at is null and attempts < max_attempts and run_at <= now() as is_due
     from graphile_worker.jobs) as jobs
   group by task_identifier`,
);

/** The queue of the installation, and whether this process works on it. */
@Injectable()
export class QueueMetrics {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly registry: JobRegistry,
    process: ProcessConfig,
    figures: InstallationFigures,
    runner: JobRunner,
  ) {
    figures.add('queue', [METRICS.queuedJobs, METRICS.queueAge], (context) => this.read(context));
    if (process.has('worker'))
      metrics.beforeExposition(() => metrics.gauge(METRICS.workerUp).set({}, runner.isHealthy ? 1 : 0));
  }

  private async read(context: DatabaseContext): Promise<void> {
    const rows = await this.database.query<TaskRow>(context, DEPTH, []);
    const jobs = this.metrics.gauge(METRICS.queuedJobs);
    // Jobs of another release are of tasks that this one does not know: one label for all of them, whatever their number.
    const foreign = rows.filter(({ task }) => !this.registry.has(task));
    const own = new Map(rows.map((row) => [row.task, row]));
    for (const state of STATES) {
      for (const { name } of this.registry.all())
        jobs.set({ task: name, state }, own.get(name)?.[state] ?? 0);
      const count = foreign.reduce((sum, row) => sum + row[state], 0);
      if (count > 0) jobs.set({ task: 'unknown', state }, count);
    }
    this.metrics.gauge(METRICS.queueAge).set({}, Math.max(0, ...rows.map((row) => row.oldestSeconds)));
  }
}
