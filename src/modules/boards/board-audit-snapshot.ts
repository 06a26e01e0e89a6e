import { recordAuditSnapshot } from '../../access/audit/audit-snapshot';

/** The audit log's record of a board. */
export const AUDITED_BOARD = recordAuditSnapshot(
  'board',
  ['organizationId', 'target'],
  `select name, project_id as "projectId", created_by as "createdBy"
   from boards where organization_id = $1 and id = $2 and deleted_at is null`,
);

/** The audit log's record of where a board is. */
export const AUDITED_BOARD_PLACE = recordAuditSnapshot(
  'board-place',
  ['organizationId', 'target'],
  `select name, project_id as "projectId", workspace_id as "workspaceId"
   from boards where organization_id = $1 and id = $2 and deleted_at is null`,
);

/** The audit log's record of sharing a board with a guest. */
export const AUDITED_BOARD_MEMBER = recordAuditSnapshot(
  'board-member',
  ['organizationId', 'boardId', 'userId'],
  `select permission from board_members where organization_id = $1 and board_id = $2 and user_id = $3`,
  { isHeld: true },
);
