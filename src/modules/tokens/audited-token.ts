import { auditedRecord } from '../../rpc/audited-record';

/** What the audit log tells of a personal access token. */
export const AUDITED_TOKEN = auditedRecord(
  'token',
  ['organizationId', 'target'],
  `select user_id as "userId", name, scopes, expires_at as "expiresAt"
   from tokens where organization_id = $1 and id = $2`,
);
