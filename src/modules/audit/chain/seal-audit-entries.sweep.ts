import { Injectable } from '@nestjs/common';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { AuditSealerService } from './audit-sealer.service';

/** Continues the chains of audit entries. */
@Scheduled({ name: 'audit.seal', everyMinutes: 1 })
@Injectable()
export class SealAuditEntriesSweep implements ScheduledWork {
  constructor(private readonly sealer: AuditSealerService) {}

  run(signal: AbortSignal): Promise<void> {
    return this.sealer.seal(signal);
  }
}
