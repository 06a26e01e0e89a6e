import { recordAuditSnapshot } from '../../../access/audit/audit-snapshot';

/** The audit snapshot of a SCIM token. */
export const AUDITED_SCIM_TOKEN = recordAuditSnapshot(
  'scim-token',
  ['organizationId', 'target'],
  `select name, created_by as "createdBy", expires_at as "expiresAt"
   from scim_tokens where organization_id = $1 and id = $2`,
);
