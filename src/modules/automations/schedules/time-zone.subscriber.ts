import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { EventOf } from '../../../platform/events/define-event';
import { type EventSubscriber, Subscriber } from '../../../platform/events/subscriber.decorator';
import { organizationsEvents } from '../../organizations/organizations.events';
import { dueOn, firstDue } from './due-times';
import { type OutdatedSchedule, SchedulesRepository } from './schedules.repository';

type Update = EventOf<typeof organizationsEvents.updated>;

/** Due times follow the organization's time zone. */
@Subscriber({ name: 'automations.time-zone', events: [organizationsEvents.updated] })
@Injectable()
export class TimeZoneSubscriber implements EventSubscriber<Update> {
  constructor(private readonly schedules: SchedulesRepository) {}

  async handle(events: readonly Update[], outer: InTransaction<DatabaseContext>): Promise<void> {
    for (const organizationId of new Set(events.map((event) => event.organizationId))) {
      const tx = { ...outer, organizationId };
      const now = clock.now();
      const outdated = await this.schedules.lockOutdated(tx, now);
      const states = outdated.flatMap(({ automationId, ...schedule }) => {
        const due = dueIn(schedule, now.getTime());
        if (due === null) return [];
        const { timeZone } = schedule;
        return [
          { organizationId, automationId, timeZone, nextAt: new Date(due.at), day: due.day, afterItem: null },
        ];
      });
      await this.schedules.advance(tx, states);
    }
  }
}

/** The same local day for dates, so that none is left out or arrives twice. */
function dueIn({ type, config, day, timeZone }: Omit<OutdatedSchedule, 'automationId'>, now: number) {
  return day === null ? firstDue({ type, config }, timeZone, now) : dueOn(config, timeZone, day);
}
