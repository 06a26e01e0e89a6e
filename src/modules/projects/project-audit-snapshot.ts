import { recordAuditSnapshot } from '../../access/audit/audit-snapshot';

/** The audit log's record of a project. */
export const AUDITED_PROJECT = recordAuditSnapshot(
  'project',
  ['organizationId', 'target'],
  `select name, workspace_id as "workspaceId", created_by as "createdBy"
   from projects where organization_id = $1 and id = $2 and deleted_at is null`,
);
