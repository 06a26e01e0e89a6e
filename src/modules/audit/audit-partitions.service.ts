import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { AuditConfig } from '../../platform/config/audit.config';
import type { PartitionWidth } from '../../platform/database/partitions/partition-range';
import { type PartitionedTable, Partitions } from '../../platform/database/partitions/partitions';
import { statementFamily } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';
import { Log } from '../../platform/logging/log';

const DAY_MS = 86_400_000;

// A truncation of a partition does not run the trigger of the table, as its other trigger does for each row.
const REJECT_TRUNCATION = statementFamily(
  'audit.reject-truncation',
  (partition: string) =>
    `create trigger audit_entries_reject_truncate before truncate on ${partition}
       for each statement execute function audit_entries_reject_change()`,
);

// In a month with one actor, a plan for any actor would expect all entries to be of that one, and search a rare one in the
// index of times.
const EXPECT_MANY = statementFamily(
  'audit.expect-many',
  (partition: string) =>
    `alter table ${partition} alter column action set (n_distinct = 100), alter column actor_id set (n_distinct = 100),
       alter column target set (n_distinct = 100), alter column ip set (n_distinct = 100)`,
);

/** What each partition of the audit log needs besides its table's columns and row triggers. */
export const AUDIT_PARTITION_COMPLETION = [REJECT_TRUNCATION, EXPECT_MANY] as const;

/** The partitions of the audit log, which are dropped when all their entries are older than the retention. */
@Injectable()
export class AuditPartitionsService implements OnApplicationBootstrap {
  private readonly table: PartitionedTable;

  constructor(
    private readonly config: AuditConfig,
    private readonly partitions: Partitions,
    private readonly log: Log,
  ) {
    const width = widthFor(config.retentionDays);
    this.table = { name: 'audit_entries', width, completion: AUDIT_PARTITION_COMPLETION };
  }

  /** Before the first call: one that creates a partition locks `organizations` against changes until it ends, for the foreign key. */
  async onApplicationBootstrap(): Promise<void> {
    await this.partitions.prepare(this.table).catch((error: unknown) => {
      this.log.warn('partitions of the audit log could not be created, the first entry creates them', {
        error,
      });
    });
  }

  /** The time of the oldest entries that are shown. */
  keptSince(): Date {
    return new Date(clock.nowMs() - this.config.retentionDays * DAY_MS);
  }

  /** Before entries of these times are written. */
  ensure(context: DatabaseContext, times: readonly Date[]): Promise<void> {
    return this.partitions.ensure(context, this.table, times.map(dayOf));
  }

  /** Creates the partitions to come, and drops those whose entries are all older than the retention. */
  async replace(): Promise<void> {
    await this.partitions.prepare(this.table);
    await this.partitions.dropBefore(this.table, dayOf(this.keptSince()));
  }
}

/** Entries are on disk for up to one partition longer than the retention. */
function widthFor(retentionDays: number): PartitionWidth {
  if (retentionDays <= 14) return 'day';
  if (retentionDays <= 90) return 'week';
  return retentionDays <= 1_095 ? 'month' : 'year';
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
