import { recordAuditSnapshot } from '../../../access/audit/audit-snapshot';

/** The audit snapshot of an invitation. */
export const AUDITED_INVITATION = recordAuditSnapshot(
  'invitation',
  ['organizationId', 'target'],
  `select email, role, status, workspace_ids as "workspaceIds", invited_by as "invitedBy", expires_at as "expiresAt"
   from invitations where organization_id = $1 and id = $2`,
  { isHeld: true },
);
