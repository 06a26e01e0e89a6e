import { recordAuditSnapshot } from '../../access/audit/audit-snapshot';

/** The audit snapshot of the caller's sign-in provider. */
export const AUDITED_IDENTITY = recordAuditSnapshot(
  'identity',
  ['callerId', 'provider'],
  `select provider, disconnected_at as "disconnectedAt" from identities where user_id = $1 and provider = $2
   order by created_at, issuer, subject limit 1`,
);
