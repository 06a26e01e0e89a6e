import type { PartitionedTable } from '../../platform/database/partitions/partitions';
import { dayAfter } from '../../platform/database/partitions/partition-range';
import { clock } from '../../kernel/clock';

/** A year of months: a plan of a list contains few partitions, and an entry is on disk for at most a month too long. */
export const ACTIVITY: PartitionedTable = { name: 'activity', width: 'month' };

/** The key of no board. A row without null values is 8 bytes shorter. */
export const NO_BOARD = 0;

/** Entries are stored for a year. */
const KEPT_DAYS = 365;

/** The first day whose entries are kept. */
export function oldestActivityDay(): string {
  return dayAfter(clock.now(), -KEPT_DAYS);
}
