import { recordAuditSnapshot } from '../../../access/audit/audit-snapshot';

/** What the audit log records of the caller's second factor. */
export const AUDITED_SECOND_FACTOR = recordAuditSnapshot(
  'second-factor',
  ['callerId'],
  `select
     exists (select from second_factors where user_id = $1 and enabled_at is not null) as "isEnabled",
     (select count(*)::int from recovery_codes where user_id = $1) as "recoveryCodesLeft"`,
);
