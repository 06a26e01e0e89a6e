import { auditedRecord } from '../../rpc/audited-record';

/** What the audit log tells of a project. */
export const AUDITED_PROJECT = auditedRecord(
  'project',
  ['organizationId', 'target'],
  `select name, workspace_id as "workspaceId", created_by as "createdBy"
   from projects where organization_id = $1 and id = $2 and deleted_at is null`,
);
