import { recordAuditSnapshot } from '../../../access/audit/audit-snapshot';

/** What the audit log records of a domain. */
export const AUDITED_DOMAIN = recordAuditSnapshot(
  'domain',
  ['organizationId', 'target'],
  `select domain, verified_at as "verifiedAt" from sso_domains where organization_id = $1 and id = $2`,
);
