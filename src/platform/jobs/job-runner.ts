import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Logger, runTaskList, type WorkerPool } from 'graphile-worker';
import { ProcessConfig } from '../config/process.config';
import { Database, NO_TRANSACTION } from '../database/database';
import { statement } from '../database/statement';
import { Log } from '../logging/log';
import { AbandonedJobs } from './abandoned-jobs';
import { jobLog } from './job-log';
import { JobTasks } from './job-tasks';
import { QueueConnections } from './queue-connections';
import { WorkerPresence } from './worker-presence';

/** Jobs that still run this long after the shutdown began are aborted; later they are returned to the queue. */
const ABORT_AFTER_MS = 5_000;
const HAND_BACK_AFTER_MS = 10_000;
const RESTART_MS = 5_000;

/** As if the attempt had never started. */
const HAND_BACK = statement(
  'jobs.hand-back',
  `with jobs as (
     update graphile_worker._private_jobs set attempts = greatest(0, attempts - 1), locked_at = null, locked_by = null
     where locked_by = $1)
   update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by = $1`,
);

/** Runs jobs in processes that have the worker role, while the application is up (decision 0008). */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private pool: WorkerPool | null = null;
  private stopping: Promise<void> | null = null;

  constructor(
    private readonly process: ProcessConfig,
    private readonly tasks: JobTasks,
    private readonly connections: QueueConnections,
    private readonly presence: WorkerPresence,
    private readonly abandoned: AbandonedJobs,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** False in a worker that currently takes no jobs; true in a process without the worker role. */
  get isHealthy(): boolean {
    return !this.process.has('worker') || (this.pool !== null && this.presence.isPresent);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.process.has('worker')) return;
    await this.begin();
    this.abandoned.watch();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Takes no more jobs, waits for running jobs, and returns jobs that do not finish in time to the queue. */
  stop(): Promise<void> {
    this.stopping ??= this.end();
    return this.stopping;
  }

  private async begin(): Promise<void> {
    const pool = runTaskList(
      {
        schema: 'graphile_worker',
        logger: new Logger(jobLog(this.log)),
        noHandleSignals: true,
        concurrency: this.process.workerConcurrency,
        gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
        // Results are written in batches. The queue's other batching, prefetching (`localQueue`), was rejected: it quadruples the
        // throughput of empty jobs, but prefetched jobs wait behind slow ones while other workers are idle, lose an attempt when
        // this process dies, and make 0.17.3 fail a graceful shutdown.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      this.tasks.all(),
      this.connections.open(),
    );
    this.pool = pool;
    void this.restartAfter(pool);
    await this.presence.begin(pool.id);
  }

  /** The queue stops when it cannot write results for minutes; a new pool then replaces it. */
  private async restartAfter(pool: WorkerPool): Promise<void> {
    await pool.promise.catch((error: unknown) => this.log.error('job worker ended', { error }));
    if (this.stopping) return;
    this.pool = null;
    await this.presence.end();
    await this.connections.close();
    await delay(RESTART_MS, undefined, { ref: false });
    if (!this.stopping) await this.begin();
  }

  private async end(): Promise<void> {
    this.abandoned.stop();
    const { pool } = this;
    if (pool) {
      const patience = new AbortController();
      const ended = Promise.resolve(pool.gracefulShutdown()).then(
        () => true,
        () => false,
      );
      const timeout = delay(HAND_BACK_AFTER_MS, false, { signal: patience.signal }).catch(() => false);
      const isClean = await Promise.race([ended, timeout]);
      patience.abort();
      if (!isClean) await this.handBack(pool.id);
      this.pool = null;
    }
    await this.presence.end();
    await this.connections.close();
  }

  private async handBack(workerId: string): Promise<void> {
    try {
      await this.database.query(NO_TRANSACTION, HAND_BACK, [workerId]);
      this.log.warn('jobs that did not end in time handed back', { workerId });
    } catch (error) {
      // The presence lock is released with this process, and another worker then takes over the jobs.
      this.log.warn('jobs could not be handed back', { workerId, error });
    }
  }
}
