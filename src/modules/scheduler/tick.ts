import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { ProcessConfig } from '../../platform/config/process.config';
import { NO_TRANSACTION } from '../../platform/database/database';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { Log } from '../../platform/logging/log';
import { RunScheduledWork } from './run-scheduled-work.job';
import { Schedule } from './schedule';
import { ScheduleSlotsRepository } from './schedule-slots.repository';

/** Every minute each worker process asks what is due. Whoever claims a slot first enqueues its work; the others leave. */
@Injectable()
export class Tick {
  constructor(
    private readonly process: ProcessConfig,
    private readonly schedule: Schedule,
    private readonly slots: ScheduleSlotsRepository,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
    private readonly log: Log,
  ) {}

  @Cron(CronExpression.EVERY_MINUTE)
  async everyMinute(): Promise<void> {
    if (!this.process.has('worker')) return;
    // Whatever goes wrong now is due again in a minute.
    await this.tick().catch((error: unknown) => this.log.warn('tick failed', { error }));
  }

  /**
   * Claims and enqueues in one transaction, so that a claim without its job cannot be. `at` stands in for the
   * database's clock; answers what was claimed.
   */
  tick(at: Date | null = null): Promise<string[]> {
    return this.transactions.run(NO_TRANSACTION, async (tx) => {
      const claimed = await this.slots.claim(tx, this.schedule.all(), at);
      for (const name of claimed) await this.jobs.enqueue(tx, RunScheduledWork, { name }, { key: name });
      return claimed;
    });
  }
}
