import type { UserId } from '../../kernel/ids';
import type { DomainEvent } from '../../platform/jobs/outbox';
import type { InvitationRecord } from './invitations.schemas';
import type { MemberOutput } from './members.schemas';

/** The record as it is after the change, or was before it ended, in the API's own shape. */
export const membersEvents = {
  invited: (invitation: InvitationRecord): DomainEvent => ({ type: 'member.invited', data: { invitation } }),
  invitedAgain: (invitation: InvitationRecord): DomainEvent => ({
    type: 'invitation.resent',
    data: { invitation },
  }),
  invitationRevoked: (invitation: InvitationRecord): DomainEvent => ({
    type: 'invitation.revoked',
    data: { invitation },
  }),
  joined: (member: MemberOutput): DomainEvent => ({ type: 'member.joined', data: { member } }),
  roleChanged: (member: MemberOutput, previousRole: string): DomainEvent => ({
    type: 'member.role_changed',
    data: { member, previousRole },
  }),
  deactivated: (member: MemberOutput): DomainEvent => ({ type: 'member.deactivated', data: { member } }),
  reactivated: (member: MemberOutput): DomainEvent => ({ type: 'member.reactivated', data: { member } }),
  removed: (member: MemberOutput, reassignTo: UserId | null): DomainEvent => ({
    type: 'member.removed',
    data: { member, reassignTo },
  }),
  ownershipTransferred: (owner: MemberOutput, previousOwner: MemberOutput): DomainEvent => ({
    type: 'organization.ownership_transferred',
    data: { owner, previousOwner },
  }),
};
