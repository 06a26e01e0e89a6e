import { auditedRecord } from '../../rpc/audited-record';

/** What the audit log tells of a workspace. */
export const AUDITED_WORKSPACE = auditedRecord(
  'workspace',
  ['organizationId', 'target'],
  `select name, description, color, icon, visibility, archived_at as "archivedAt"
   from workspaces where organization_id = $1 and id = $2 and deleted_at is null`,
  { isHeld: true },
);

/** What it tells of somebody's membership of one. */
export const AUDITED_WORKSPACE_MEMBER = auditedRecord(
  'workspace-member',
  ['organizationId', 'workspaceId', 'userId'],
  `select role from workspace_members where organization_id = $1 and workspace_id = $2 and user_id = $3`,
  { isHeld: true },
);
