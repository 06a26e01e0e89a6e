export { AuditErasureService } from './chain/audit-erasure.service';
export { SealedExportsService } from './chain/sealed-exports.service';
export { type ImportedLog, SealedImportsService } from './chain/sealed-imports.service';
export { AuditModule } from './audit.module';
export { LogBroken, verifySealedLog, type VerifiedLog } from './chain/verify-sealed-log';
export { AUDIT_PARTITION_COMPLETION } from './audit-partitions.service';
