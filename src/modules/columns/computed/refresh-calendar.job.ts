import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { CalendarRefreshService } from './calendar-refresh.service';
import { ComputationDaysRepository } from './calendar/computation-days.repository';

export interface RefreshCalendarPayload {
  organizationId: OrganizationId;
}

/** Recomputes an organization's columns if its calendar has changed; otherwise does nothing. */
@Job({ name: 'columns.refresh-calendar' })
@Injectable()
export class RefreshCalendarJob implements JobHandler<RefreshCalendarPayload> {
  constructor(
    private readonly days: ComputationDaysRepository,
    private readonly calendar: CalendarRefreshService,
  ) {}

  async perform({ organizationId }: RefreshCalendarPayload): Promise<void> {
    const organization = await this.days.organization(organizationId);
    // Undefined if the organization has no computed columns.
    if (organization) await this.calendar.refresh(organization);
  }
}
