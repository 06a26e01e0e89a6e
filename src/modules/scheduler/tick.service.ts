import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { ProcessConfig } from '../../platform/config/process.config';
import { NO_TRANSACTION } from '../../platform/database/database';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { Log } from '../../platform/logging/log';
import { inRootSpan } from '../../platform/tracing/tracing';
import { RunScheduledWorkJob } from './run-scheduled-work.job';
import { ScheduleService } from './schedule.service';
import { ScheduleSlotsRepository } from './schedule-slots.repository';

/** Every minute each worker process checks for due work. The first to claim a slot enqueues its work. */
@Injectable()
export class TickService {
  constructor(
    private readonly process: ProcessConfig,
    private readonly schedule: ScheduleService,
    private readonly slots: ScheduleSlotsRepository,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
    private readonly log: Log,
  ) {}

  @Cron(CronExpression.EVERY_MINUTE)
  async everyMinute(): Promise<void> {
    if (!this.process.has('worker')) return;
    // Failed work is due again in a minute.
    await inRootSpan('scheduler tick', {}, () => this.tick()).catch((error: unknown) =>
      this.log.warn('tick failed', { error }),
    );
  }

  /**
   * Claims and enqueues in one transaction, so that every claim has its job. `at` replaces the database's clock in tests;
   * returns the names of the claimed tasks.
   */
  tick(at: Date | null = null): Promise<string[]> {
    return this.transactions.run(NO_TRANSACTION, async (tx) => {
      const claimed = await this.slots.claim(tx, this.schedule.all(), at);
      for (const name of claimed) await this.jobs.enqueue(tx, RunScheduledWorkJob, { name }, { key: name });
      return claimed;
    });
  }
}
