import { Injectable } from '@nestjs/common';
import { Log } from '../logging/log';
import { Scheduled, type ScheduledWork } from '../schedule/scheduled.decorator';
import { EventLag } from './event-lag';

/** Far above the delay of a healthy installation, which is below a second. */
const MAX_LAG_SECONDS = 30;

/** Warns of events that are delayed or that failed. */
@Scheduled({ name: 'events.watch-lag', everyMinutes: 1 })
@Injectable()
export class EventLagSweep implements ScheduledWork {
  constructor(
    private readonly lag: EventLag,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    const { outbox, subscribers, ...counts } = await this.lag.measure();
    const behind = subscribers.filter(({ events }) => events > 0);
    const longest = Math.max(outbox.oldestSeconds, ...behind.map(({ oldestSeconds }) => oldestSeconds));
    if (longest > MAX_LAG_SECONDS) {
      this.log.warn('events are delayed', { lagSeconds: Math.round(longest), outbox, behind, ...counts });
    }
    // A failure is reported at least once: the runs are a minute apart, and the figure covers more than a minute.
    if (counts.recentFailures > 0) this.log.warn('events could not be delivered', counts);
  }
}
