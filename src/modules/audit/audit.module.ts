import { Global, Module } from '@nestjs/common';
import { AuditTrail } from '../../access/audit-trail';
import { AuditController } from './audit.controller';
import { AuditReadModel } from './audit.read-model';
import { AuditRecorder } from './audit-recorder';
import { AuditRepository } from './audit.repository';
import { AuditService } from './audit.service';
import { OldAuditEntriesSweep } from './old-audit-entries.sweep';

@Global()
@Module({
  providers: [
    AuditController,
    AuditReadModel,
    AuditRecorder,
    AuditRepository,
    AuditService,
    OldAuditEntriesSweep,
    { provide: AuditTrail, useExisting: AuditRecorder },
  ],
  exports: [AuditTrail],
})
export class AuditModule {}
