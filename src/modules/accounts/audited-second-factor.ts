import { auditedRecord } from '../../rpc/audited-record';

/** What the audit log tells of the second factor of whoever calls. */
export const AUDITED_SECOND_FACTOR = auditedRecord(
  'second-factor',
  ['callerId'],
  `select
     exists (select from second_factors where user_id = $1 and enabled_at is not null) as "isEnabled",
     (select count(*)::int from recovery_codes where user_id = $1) as "recoveryCodesLeft"`,
);
