import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { clock } from '../../kernel/clock';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { Log } from '../../platform/logging/log';
import { type ExpiringRows, expiringRowsOf } from '../../platform/schedule/expires.decorator';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';

/** Deletes expired sessions, tokens, codes and flows: everything that a class declares with `@Expires`. */
@Scheduled({ name: 'scheduler.remove-expired', everyMinutes: 60 })
@Injectable()
export class ExpiredRowsSweep implements ScheduledWork {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const removed: Record<string, number> = {};
    const failures: unknown[] = [];
    for (const rows of this.expiring()) {
      try {
        const count = await this.remove(rows, signal);
        if (count > 0) removed[rows.kind] = count;
      } catch (error) {
        // One failure does not block the remaining kinds.
        failures.push(error);
        this.log.warn('expired rows were not removed', { kind: rows.kind, error });
      }
    }
    if (Object.keys(removed).length > 0) this.log.info('expired rows removed', { removed });
    if (failures.length > 0) throw failures[0];
  }

  private expiring(): readonly ExpiringRows[] {
    return this.discovery.getProviders().flatMap(({ metatype }) => expiringRowsOf(metatype));
  }

  private remove({ removal, keptMs = 0 }: ExpiringRows, signal: AbortSignal): Promise<number> {
    const expiredBefore = new Date(clock.nowMs() - keptMs);
    return inBatches(async () => {
      const rows = await this.database.query(NO_TRANSACTION, removal, [expiredBefore]);
      return rows.length;
    }, signal);
  }
}
