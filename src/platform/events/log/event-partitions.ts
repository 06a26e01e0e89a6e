import { Injectable } from '@nestjs/common';
import { type PartitionedTable, Partitions } from '../../database/partitions/partitions';

const EVENTS: PartitionedTable = { name: 'events', width: 'day' };

/** One partition of the log for each day in UTC. */
@Injectable()
export class EventPartitions {
  constructor(private readonly partitions: Partitions) {}

  /** Creates the partitions of today and of the next two days, by the clock of the database, which chooses the partition. */
  prepare(): Promise<void> {
    return this.partitions.prepare(EVENTS);
  }

  /** Drops the partitions of days before `day`; returns their number. */
  dropBefore(day: string): Promise<number> {
    return this.partitions.dropBefore(EVENTS, day);
  }
}
