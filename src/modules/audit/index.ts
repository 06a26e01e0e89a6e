export { AuditModule } from './audit.module';
export { AUDIT_PARTITION_COMPLETION } from './audit-partitions.service';
