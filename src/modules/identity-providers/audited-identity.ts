import { auditedRecord } from '../../rpc/audited-record';

/** What the audit log tells of a sign-in provider of whoever calls. */
export const AUDITED_IDENTITY = auditedRecord(
  'identity',
  ['callerId', 'provider'],
  `select provider, disconnected_at as "disconnectedAt" from identities where user_id = $1 and provider = $2
   order by created_at, issuer, subject limit 1`,
);
