import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { notifiedDay } from './due-day';
import { DueItemsRepository } from './due-items.repository';
import { NotifyDueItemsJob } from './notify-due-items.job';

/**
 * Begins the notifications of an organization's day, once: at nine o'clock local time, or when a worker runs again after
 * it. UTC offsets of time zones are multiples of a quarter of an hour.
 */
@Scheduled({ name: 'notifications.notify-due', everyMinutes: 15 })
@Injectable()
export class DueItemsSweep implements ScheduledWork {
  constructor(
    private readonly due: DueItemsRepository,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    for (const { id: organizationId, timeZone, day: last } of await this.due.organizations()) {
      if (signal.aborted) return;
      const day = notifiedDay(timeZone, clock.nowMs());
      if (day === null || (last !== null && last >= day)) continue;
      await this.transactions.run({ organizationId, transaction: null }, async (tx) => {
        if (!(await this.due.take(tx, day))) return;
        await this.jobs.enqueue(
          tx,
          NotifyDueItemsJob,
          { organizationId, day, timeZone },
          { key: organizationId },
        );
      });
    }
  }
}
