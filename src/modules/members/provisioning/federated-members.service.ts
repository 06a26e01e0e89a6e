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

/** Changes of members on behalf of the organization's identity provider: no permission of a caller is checked. */
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

  /** Locks memberships until the transaction ends. */
  async lock(tx: InTransaction<TenantContext>): Promise<void> {
    if (!(await this.members.lock(tx))) throw new RecordNotFound('organization');
  }

  /** Requires `lock`. Null for a user who is not a member. */
  async find(tx: InTransaction<TenantContext>, userId: UserId): Promise<MemberState | null> {
    return (await this.members.states(tx, [userId])).get(userId) ?? null;
  }

  /** Requires `lock`. A pending invitation for the user is accepted. */
  async join(tx: Within, userId: UserId, role: OrganizationRole): Promise<void> {
    await this.memberships.join(tx, userId, role);
    await this.invitations.settle(tx, userId, role);
  }

  /** Requires `lock`. */
  async setRole(
    tx: Within,
    userId: UserId,
    { from, to }: { from: OrganizationRole; to: OrganizationRole },
  ): Promise<void> {
    await this.members.setRole(tx, userId, to);
    // Guests can access single boards, but no workspace.
    if (!canJoinWorkspaces(to)) await this.workspaces.leaveAll(tx, [userId]);
    tx.transaction.invalidate(memberTopic(userId));
    const member = await this.reads.get(tx, userId);
    await this.outbox.append(tx, membersEvents.roleChanged.create({ member: member!, previousRole: from }));
  }
}
