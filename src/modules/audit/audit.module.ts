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
import { AuditChainEntity } from './chain/audit-chain.entity';
import { AuditErasureRepository } from './chain/audit-erasure.repository';
import { AuditErasureService } from './chain/audit-erasure.service';
import { AuditKeysHttpController } from './chain/audit-keys.http.controller';
import { AuditSealEntity } from './chain/audit-seal.entity';
import { AuditSealerService } from './chain/audit-sealer.service';
import { AuditSealsRepository } from './chain/audit-seals.repository';
import { AuditSigningKeyEntity } from './chain/audit-signing-key.entity';
import { AuditSigningKeysRepository } from './chain/audit-signing-keys.repository';
import { AuditSigningKeysService } from './chain/audit-signing-keys.service';
import { ResealAuditKeysSweep } from './chain/reseal-audit-keys.sweep';
import { SealAuditEntriesSweep } from './chain/seal-audit-entries.sweep';
import { SealedExportsService } from './chain/sealed-exports.service';
import { SealedImportsService } from './chain/sealed-imports.service';
import { UnsealedAuditEntryEntity } from './chain/unsealed-audit-entry.entity';

@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      AuditChainEntity,
      AuditEntryEntity,
      AuditSealEntity,
      AuditSigningKeyEntity,
      UnsealedAuditEntryEntity,
    ]),
  ],
  controllers: [AuditExportsHttpController, AuditKeysHttpController],
  providers: [
    AuditController,
    AuditExportsService,
    AuditPartitionsService,
    AuditReadModel,
    AuditRecorder,
    AuditRepository,
    AuditErasureRepository,
    AuditErasureService,
    AuditSealerService,
    AuditSealsRepository,
    AuditSigningKeysRepository,
    AuditSigningKeysService,
    OldAuditEntriesSweep,
    ResealAuditKeysSweep,
    SealAuditEntriesSweep,
    SealedExportsService,
    SealedImportsService,
    { provide: AuditTrail, useExisting: AuditRecorder },
  ],
  exports: [AuditErasureService, AuditTrail, SealedExportsService, SealedImportsService],
})
export class AuditModule {}
