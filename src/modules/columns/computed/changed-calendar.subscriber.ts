import { Injectable } from '@nestjs/common';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { EventOf } from '../../../platform/events/define-event';
import { type EventSubscriber, Subscriber } from '../../../platform/events/subscriber.decorator';
import { Jobs } from '../../../platform/jobs/jobs';
import { organizationsEvents } from '../../organizations/organizations.events';
import { RefreshCalendarJob } from './refresh-calendar.job';

type OrganizationUpdated = EventOf<typeof organizationsEvents.updated>;

/** Recomputes columns after a change of the organization's time zone or week start. */
@Subscriber({ name: 'columns.changed-calendar', events: [organizationsEvents.updated] })
@Injectable()
export class ChangedCalendarSubscriber implements EventSubscriber<OrganizationUpdated> {
  constructor(private readonly jobs: Jobs) {}

  async handle(events: readonly OrganizationUpdated[], tx: InTransaction<DatabaseContext>): Promise<void> {
    const ids = new Set(events.map(({ organizationId }) => organizationId));
    // In the order of their keys, to avoid deadlocks between transactions that enqueue several keyed jobs.
    for (const organizationId of [...ids].sort()) {
      await this.jobs.enqueue(tx, RefreshCalendarJob, { organizationId }, { key: organizationId });
    }
  }
}
