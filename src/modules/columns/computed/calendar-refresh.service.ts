import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { TimeZone } from '../../../column-types/formula/values/time-zone';
import { BoardComputationsService } from './board-computations.service';
import {
  ComputationDaysRepository,
  type ComputingOrganization,
} from './calendar/computation-days.repository';

/**
 * Recomputes an organization's columns for its current day and calendar, in the background (decision 0040):
 * after a change of the day the columns that depend on it, after a change of the calendar all of them. The day
 * and calendar of the last computation are recorded, so that nothing is computed twice and a day or a change
 * without workers is processed later.
 */
@Injectable()
export class CalendarRefreshService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly days: ComputationDaysRepository,
    private readonly computations: BoardComputationsService,
  ) {}

  async refresh({ id, timeZone, weekStart, day, calendar }: ComputingOrganization): Promise<void> {
    const today = new Date(TimeZone.named(timeZone).wallTime(clock.nowMs())).toISOString().slice(0, 10);
    const present = `${timeZone} ${weekStart}`;
    if (day === today && calendar === present) return;
    await this.transactions.run({ organizationId: id, transaction: null }, async (tx) => {
      if (!(await this.days.take(tx, today, present))) return;
      // Without a record, the calendar of the current results is unknown.
      for (const { boardId, columnIds } of await this.days.boards(tx, calendar !== present)) {
        await this.computations.start(tx, boardId, columnIds);
      }
    });
  }
}
