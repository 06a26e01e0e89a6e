import { recordAuditSnapshot } from '../../access/audit/audit-snapshot';

/** The audit log's record of a workspace. */
export const AUDITED_WORKSPACE = recordAuditSnapshot(
  'workspace',
  ['organizationId', 'target'],
  `select name, description, color, icon, visibility, archived_at as "archivedAt"
   from workspaces where organization_id = $1 and id = $2 and deleted_at is null`,
  { isHeld: true },
);

/** The audit log's record of a membership of a workspace. */
export const AUDITED_WORKSPACE_MEMBER = recordAuditSnapshot(
  'workspace-member',
  ['organizationId', 'workspaceId', 'userId'],
  `select role from workspace_members where organization_id = $1 and workspace_id = $2 and user_id = $3`,
  { isHeld: true },
);

/** The audit log's record of a group's role in a workspace. */
export const AUDITED_WORKSPACE_GROUP = recordAuditSnapshot(
  'workspace-group',
  ['organizationId', 'workspaceId', 'groupId'],
  `select role from workspace_groups where organization_id = $1 and workspace_id = $2 and group_id = $3`,
  { isHeld: true },
);
