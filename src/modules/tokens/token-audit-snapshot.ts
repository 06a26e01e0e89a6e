import { recordAuditSnapshot } from '../../access/audit/audit-snapshot';

/** What the audit log records of a personal access token. */
export const AUDITED_TOKEN = recordAuditSnapshot(
  'token',
  ['organizationId', 'target'],
  `select user_id as "userId", name, scopes, expires_at as "expiresAt", workspace_ids as "workspaceIds",
     board_ids as "boardIds", allowed_cidrs as "allowedCidrs"
   from tokens where organization_id = $1 and id = $2`,
);
