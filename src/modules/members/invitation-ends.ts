import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import type { OrganizationRole } from '../../access/role';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { WorkspaceEnrolment } from '../workspaces';
import { type AcceptedInvitation, InvitationsRepository } from './invitations.repository';
import { membersPolicy } from './members.policy';
import { MembersRepository } from './members.repository';

type Tx = InTransaction<TenantContext & { readonly person: { readonly userId: string | null } }>;

/** What an invitation is worth at the moment that it ends. */
@Injectable()
export class InvitationEnds {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly members: MembersRepository,
    private readonly workspaces: WorkspaceEnrolment,
  ) {}

  /** Whether whoever sent it last could send it now. */
  async isVouchedFor(tx: Tx, { invitedBy, role }: AcceptedInvitation): Promise<boolean> {
    const inviter = (await this.members.standings(tx, [invitedBy])).get(invitedBy);
    return inviter?.status === 'active' && membersPolicy.mayInvite(inviter.role, role);
  }

  /**
   * For somebody who has joined, as `role`, by another way than its link: it is accepted by that, and they get into its
   * workspaces. Their role is what the other way made it.
   */
  async settle(tx: Tx, userId: UserId, role: OrganizationRole): Promise<void> {
    const invitation = await this.invitations.settle(tx, userId);
    if (invitation === null || role === 'guest' || !(await this.isVouchedFor(tx, invitation))) return;
    await this.workspaces.enrol(tx, userId, invitation.workspaceIds);
  }
}
