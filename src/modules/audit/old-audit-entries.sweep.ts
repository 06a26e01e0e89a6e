import { Injectable } from '@nestjs/common';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';
import { AuditPartitionsService } from './audit-partitions.service';

/** Drops partitions of entries after their retention period. */
@Scheduled({ name: 'audit.remove-old', everyMinutes: 1440 })
@Injectable()
export class OldAuditEntriesSweep implements ScheduledWork {
  constructor(private readonly partitions: AuditPartitionsService) {}

  async run(): Promise<void> {
    await this.partitions.replace();
  }
}
