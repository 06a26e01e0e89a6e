import type { InvitationOutput, InvitationRecord } from './invitations.schemas';

export function presentInvitation(row: InvitationRecord): InvitationRecord {
  const { invitationId, email, role, status, expiresAt, workspaceIds, invitedBy, createdAt, updatedAt } = row;
  return { invitationId, email, role, status, expiresAt, workspaceIds, invitedBy, createdAt, updatedAt };
}

/** The response of organizations.members.invite. */
export function presentNewInvitation(row: InvitationRecord): InvitationOutput {
  const { invitationId, email, role, status, expiresAt } = row;
  return { invitationId, email, role, status, expiresAt };
}
