import { Injectable } from '@nestjs/common';
import { Log } from '../../../../platform/logging/log';
import { Scheduled, type ScheduledWork } from '../../../../platform/schedule/scheduled.decorator';
import { CalendarRefreshService } from '../calendar-refresh.service';
import { ComputationDaysRepository } from './computation-days.repository';

/**
 * Recomputes results that depend on the current day when an organization's day begins. UTC offsets of time zones
 * are multiples of a quarter of an hour.
 */
@Scheduled({ name: 'columns.refresh-calendar', everyMinutes: 15 })
@Injectable()
export class CalendarRefreshSweep implements ScheduledWork {
  constructor(
    private readonly days: ComputationDaysRepository,
    private readonly calendar: CalendarRefreshService,
    private readonly log: Log,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    for (const organization of await this.days.organizations()) {
      if (signal.aborted) return;
      // A failed organization keeps its recorded day and is retried the next time; the others do not wait for it.
      await this.calendar.refresh(organization).catch((error: unknown) => {
        this.log.warn('columns not computed for the day', { organizationId: organization.id, error });
      });
    }
  }
}
