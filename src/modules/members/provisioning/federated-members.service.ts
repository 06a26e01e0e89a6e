import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import type { UserContext } from '../../../access/principal';
import type { OrganizationRole } from '../../../access/role';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { memberTopic, RecordNotFound } from '../../hierarchy';
import { WorkspaceEnrolmentService } from '../../workspaces';
import { InvitationCompletionService } from '../invitations/invitation-completion.service';
import { membersEvents } from '../members.events';
import { MembersReadModel } from '../members.read-model';
import { type MemberState, MembersRepository } from '../members.repository';
import { MembershipsService } from '../memberships.service';
import { canJoinWorkspaces } from '../../../access/role';

type Within = InTransaction<UserContext & { organizationId: OrganizationId }>;

/** Members as their organization's identity provider tells of them: what it vouches for is carried out, not judged again. */
@Injectable()
export class FederatedMembersService {
  constructor(
    private readonly members: MembersRepository,
    private readonly memberships: MembershipsService,
    private readonly invitations: InvitationCompletionService,
    private readonly reads: MembersReadModel,
    private readonly workspaces: WorkspaceEnrolmentService,
    private readonly outbox: Outbox,
  ) {}

  /** Lets memberships stand still until the transaction ends. */
  async lock(tx: InTransaction<TenantContext>): Promise<void> {
    if (!(await this.members.lock(tx))) throw new RecordNotFound('organization');
  }

  /** After `hold`; null for someone who is no member. */
  async standing(tx: InTransaction<TenantContext>, userId: UserId): Promise<MemberState | null> {
    return (await this.members.standings(tx, [userId])).get(userId) ?? null;
  }

  /** After `hold`. An invitation that waits for the person ends with it. */
  async join(tx: Within, userId: UserId, role: OrganizationRole): Promise<void> {
    await this.memberships.join(tx, userId, role);
    await this.invitations.settle(tx, userId, role);
  }

  /** After `hold`. */
  async setRole(
    tx: Within,
    userId: UserId,
    { from, to }: { from: OrganizationRole; to: OrganizationRole },
  ): Promise<void> {
    await this.members.setRole(tx, userId, to);
    // Guests see single boards, never a workspace.
    if (!canJoinWorkspaces(to)) await this.workspaces.leaveAll(tx, [userId]);
    tx.transaction.invalidate(memberTopic(userId));
    const member = await this.reads.get(tx, userId);
    await this.outbox.append(tx, membersEvents.roleChanged.create({ member: member!, previousRole: from }));
  }
}
