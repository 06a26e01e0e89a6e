import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditTrail } from '../../access/audit/audit-trail';
import { AuditController } from './audit.controller';
import { AuditExportsHttpController } from './audit-exports.http.controller';
import { AuditExportsService } from './audit-exports.service';
import { AuditPartitionsService } from './audit-partitions.service';
import { AuditReadModel } from './audit.read-model';
import { AuditRecorder } from './audit.recorder';
import { AuditRepository } from './audit.repository';
import { OldAuditEntriesSweep } from './old-audit-entries.sweep';
import { AuditEntryEntity } from './audit-entry.entity';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntryEntity])],
  controllers: [AuditExportsHttpController],
  providers: [
    AuditController,
    AuditExportsService,
    AuditPartitionsService,
    AuditReadModel,
    AuditRecorder,
    AuditRepository,
    OldAuditEntriesSweep,
    { provide: AuditTrail, useExisting: AuditRecorder },
  ],
  exports: [AuditTrail],
})
export class AuditModule {}
