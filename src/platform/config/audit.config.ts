import { IsInt, Max, Min } from 'class-validator';
import { asInteger, FromEnv } from './from-env.decorator';

const DAYS = { message: 'must be a whole number from 1 to 3650' };

/** The audit log. */
export class AuditConfig {
  /** Entries older than this are removed. */
  @FromEnv('AUDIT_RETENTION_DAYS', asInteger)
  @IsInt(DAYS)
  @Min(1, DAYS)
  @Max(3650, DAYS)
  retentionDays = 365;
}
