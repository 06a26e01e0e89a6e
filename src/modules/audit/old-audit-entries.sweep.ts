import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { AuditConfig } from '../../platform/config/audit.config';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';
import { AuditRepository } from './audit.repository';

const DAY_MS = 86_400_000;

/** Deletes entries after their retention period. */
@Scheduled({ name: 'audit.remove-old', everyMinutes: 1440 })
@Injectable()
export class OldAuditEntriesSweep implements ScheduledWork {
  constructor(
    private readonly entries: AuditRepository,
    private readonly config: AuditConfig,
  ) {}

  async run(signal: AbortSignal): Promise<number> {
    const keptSince = new Date(clock.nowMs() - this.config.retentionDays * DAY_MS);
    return inBatches(() => this.entries.expire(keptSince), signal);
  }
}
