import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '../../platform/database/database';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';
import { AuditPartitionsService } from './audit-partitions.service';
import { AuditSealsRepository } from './chain/audit-seals.repository';

/**
 * Seals remain for a day longer than their entries are shown: an export starts after the last of those that are not shown, whose
 * places can be in another order than their times.
 */
const SEALS_REMAIN_MS = 86_400_000;

/** Drops partitions of entries after their retention period, and removes their seals. */
@Scheduled({ name: 'audit.remove-old', everyMinutes: 1440 })
@Injectable()
export class OldAuditEntriesSweep implements ScheduledWork {
  constructor(
    private readonly partitions: AuditPartitionsService,
    private readonly seals: AuditSealsRepository,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    await this.partitions.replace();
    const before = new Date(this.partitions.keptSince().getTime() - SEALS_REMAIN_MS);
    await inBatches(() => this.seals.removeBefore(NO_TRANSACTION, before), signal);
  }
}
