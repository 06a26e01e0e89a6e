import { Global, Module } from '@nestjs/common';
import { AuditTrail } from '../../access/audit-trail';
import { AuditController } from './audit.controller';
import { AuditExportsHttpController } from './audit-exports.http.controller';
import { AuditExports } from './audit-exports.service';
import { AuditReadModel } from './audit.read-model';
import { AuditRecorder } from './audit-recorder';
import { AuditRepository } from './audit.repository';
import { OldAuditEntriesSweep } from './old-audit-entries.sweep';

@Global()
@Module({
  controllers: [AuditExportsHttpController],
  providers: [
    AuditController,
    AuditExports,
    AuditReadModel,
    AuditRecorder,
    AuditRepository,
    OldAuditEntriesSweep,
    { provide: AuditTrail, useExisting: AuditRecorder },
  ],
  exports: [AuditTrail],
})
export class AuditModule {}
