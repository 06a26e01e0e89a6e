import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import type { OrganizationRole } from '../../../access/role';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { WorkspaceEnrolmentService } from '../../workspaces';
import { type AcceptedInvitation, InvitationsRepository } from './invitations.repository';
import { membersEvents } from '../members.events';
import { inviteMember } from '../members.policy';
import { MembersRepository } from '../members.repository';
import { canJoinWorkspaces } from '../../../access/role';

type Tx = InTransaction<TenantContext & { readonly person: { readonly userId: string | null } }>;

/** Checks invitations when they are accepted, and accepts those of users who joined in another way. */
@Injectable()
export class InvitationCompletionService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly members: MembersRepository,
    private readonly workspaces: WorkspaceEnrolmentService,
    private readonly outbox: Outbox,
  ) {}

  /** Whether the member who sent the invitation last still has the permission to send it. */
  async isInviterAuthorized(tx: Tx, { invitedBy, role }: AcceptedInvitation): Promise<boolean> {
    const inviter = (await this.members.states(tx, [invitedBy])).get(invitedBy);
    return inviter?.status === 'active' && inviteMember.allows(inviter.role, role);
  }

  /**
   * For a user who has joined in another way than with the link, as `role`: accepts the pending invitation and adds the
   * user to its workspaces. The role of the invitation has no effect.
   */
  async settle(tx: Tx, userId: UserId, role: OrganizationRole): Promise<void> {
    const invitation = await this.invitations.settle(tx, userId);
    if (invitation === null) return;
    const { id: invitationId, invitedBy } = invitation;
    await this.outbox.append(
      tx,
      membersEvents.invitationAccepted.create({ invitationId, userId, invitedBy }),
    );
    if (!canJoinWorkspaces(role) || !(await this.isInviterAuthorized(tx, invitation))) return;
    await this.workspaces.enrol(tx, userId, invitation.workspaceIds);
  }
}
