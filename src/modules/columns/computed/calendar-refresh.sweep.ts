import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Log } from '../../../platform/logging/log';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { TimeZone } from '../formula/time-zone';
import { BoardComputations } from './board-computations';
import { ComputationDaysRepository, type ComputingOrganization } from './computation-days.repository';

/**
 * Computes anew what reads the clock when an organization's day begins, and everything when it counts its days in
 * another way (decision 0040). By the day that was written down last, so that a midnight without workers is made up for.
 * Zones differ by quarters of an hour.
 */
@Scheduled({ name: 'columns.refresh-calendar', everyMinutes: 15 })
@Injectable()
export class CalendarRefresh implements ScheduledWork {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly days: ComputationDaysRepository,
    private readonly computations: BoardComputations,
    private readonly log: Log,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    for (const organization of await this.days.organizations()) {
      if (signal.aborted) return;
      // One that fails keeps its day, and so comes back the next time; the others do not wait for it.
      await this.refresh(organization).catch((error: unknown) => {
        this.log.warn('columns not computed for the day', { organizationId: organization.id, error });
      });
    }
  }

  private async refresh({ id, timeZone, weekStart, day, calendar }: ComputingOrganization): Promise<void> {
    const today = new Date(TimeZone.named(timeZone).wallTime(clock.nowMs())).toISOString().slice(0, 10);
    const present = `${timeZone} ${weekStart}`;
    if (day === today && calendar === present) return;
    await this.transactions.run({ organizationId: id, transaction: null }, async (tx) => {
      if (!(await this.days.take(tx, today, present))) return;
      const all = calendar !== null && calendar !== present;
      for (const { boardId, columnIds } of await this.days.boards(tx, all)) {
        await this.computations.start(tx, boardId, columnIds);
      }
    });
  }
}
