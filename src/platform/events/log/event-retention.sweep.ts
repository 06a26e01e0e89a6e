import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { EventsConfig } from '../../config/events.config';
import { Scheduled, type ScheduledWork } from '../../schedule/scheduled.decorator';
import { dayAfter } from '../../database/partitions/partition-range';
import { EventPartitions } from './event-partitions';

/** Drops the days of the log that are older than the retention, and creates the days to come. */
@Scheduled({ name: 'events.remove-old', everyMinutes: 60 })
@Injectable()
export class EventRetentionSweep implements ScheduledWork {
  constructor(
    private readonly config: EventsConfig,
    private readonly partitions: EventPartitions,
  ) {}

  async run(): Promise<void> {
    await this.partitions.prepare();
    await this.partitions.dropBefore(dayAfter(clock.now(), -this.config.retentionDays));
  }
}
