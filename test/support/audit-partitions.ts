import { clock } from '../../src/kernel/clock';
import { AuditPartitionsService } from '../../src/modules/audit/audit-partitions.service';
import { NO_TRANSACTION } from '../../src/platform/database/database';
import type { TestApp } from './app';

const DAY_MS = 86_400_000;

/** For entries that a test inserts itself: creates the partitions from so many days ago until now. */
export function auditPartitions({ nest }: TestApp, days: number): Promise<void> {
  const times = Array.from({ length: days + 1 }, (_, at) => new Date(clock.nowMs() - at * DAY_MS));
  return nest.get(AuditPartitionsService, { strict: false }).ensure(NO_TRANSACTION, times);
}
