import { auditedRecord } from '../../rpc/audited-record';

/** What the audit log tells of a board. */
export const AUDITED_BOARD = auditedRecord(
  'board',
  ['organizationId', 'target'],
  `select name, project_id as "projectId", created_by as "createdBy"
   from boards where organization_id = $1 and id = $2 and deleted_at is null`,
);

/** What it tells of the sharing of one with a guest. */
export const AUDITED_BOARD_MEMBER = auditedRecord(
  'board-member',
  ['organizationId', 'boardId', 'userId'],
  `select permission from board_members where organization_id = $1 and board_id = $2 and user_id = $3`,
  { isHeld: true },
);
