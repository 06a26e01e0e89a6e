import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { Log } from '../../platform/logging/log';
import type { ExpiringRows } from '../../platform/schedule/expires.decorator';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';
import { ExpiringRowsService } from './expiring-rows.service';
import { ScheduleRunsService } from './schedule-runs.service';

export const EXPIRY = { name: 'scheduler.remove-expired', everyMinutes: 60 } as const;

/** Deletes expired sessions, tokens, codes and flows: everything that a class declares with `@Expires`. */
@Scheduled(EXPIRY)
@Injectable()
export class ExpiredRowsSweep implements ScheduledWork {
  constructor(
    private readonly expiring: ExpiringRowsService,
    private readonly database: Database,
    private readonly runs: ScheduleRunsService,
    private readonly log: Log,
  ) {}

  async run(signal: AbortSignal): Promise<number> {
    const removed: Record<string, number> = {};
    const failures: unknown[] = [];
    for (const rows of this.expiring.all()) {
      const { kind } = rows;
      try {
        const count = await this.runs.record({ name: EXPIRY.name, kind }, signal, () =>
          this.remove(rows, signal),
        );
        if (count > 0) removed[kind] = count;
      } catch (error) {
        // One failure does not block the remaining kinds.
        failures.push(error);
      }
    }
    if (Object.keys(removed).length > 0) this.log.info('expired rows removed', { removed });
    if (failures.length > 0) throw failures[0];
    return Object.values(removed).reduce((sum, count) => sum + count, 0);
  }

  private remove({ removal, keptMs = 0 }: ExpiringRows, signal: AbortSignal): Promise<number> {
    const expiredBefore = new Date(clock.nowMs() - keptMs);
    return inBatches(async () => {
      const rows = await this.database.query(NO_TRANSACTION, removal, [expiredBefore]);
      return rows.length;
    }, signal);
  }
}
