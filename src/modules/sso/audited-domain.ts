import { auditedRecord } from '../../rpc/audited-record';

/** What the audit log tells of a domain. */
export const AUDITED_DOMAIN = auditedRecord(
  'domain',
  ['organizationId', 'target'],
  `select domain, verified_at as "verifiedAt" from sso_domains where organization_id = $1 and id = $2`,
);
