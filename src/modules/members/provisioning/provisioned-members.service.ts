import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import type { OrganizationRole } from '../../../access/role';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { memberTopic, RecordNotFound } from '../../hierarchy';
import { WorkspaceEnrolmentService } from '../../workspaces';
import { InvitationCompletionService } from '../invitations/invitation-completion.service';
import { AlreadyAMember } from '../members.errors';
import { membersEvents } from '../members.events';
import { provisionMember, provisionOverOwner, provisionRole, reachOf } from '../members.policy';
import { MembersReadModel } from '../members.read-model';
import { type MemberState, MembersRepository } from '../members.repository';
import { ProvisionedMembersRepository } from './provisioned-members.repository';
import { MembershipEndService } from '../removal/membership-end.service';
import { authorize } from '../../../access/policy';
import { canJoinWorkspaces, isOwner } from '../../../access/role';

/**
 * The members that a directory can change: those that the creator of its token can; as for an admin if the owner has
 * changed since.
 */
export type DirectoryReach = 'owner' | 'admin';

/** A change by a directory, which acts for the organization and not for a user. */
export type DirectoryContext = DatabaseContext & {
  readonly organizationId: OrganizationId;
  readonly person: { readonly userId: null };
  readonly requestId: string;
  readonly reach: DirectoryReach;
};

type Tx = InTransaction<DirectoryContext>;

export type ProvisionedRole = Exclude<OrganizationRole, 'owner'>;

/** Changes of members by a directory. A directory cannot change the owner, who could otherwise be locked out. */
@Injectable()
export class ProvisionedMembersService {
  constructor(
    private readonly members: MembersRepository,
    private readonly many: ProvisionedMembersRepository,
    private readonly reads: MembersReadModel,
    private readonly invitations: InvitationCompletionService,
    private readonly workspaces: WorkspaceEnrolmentService,
    private readonly memberships: MembershipEndService,
    private readonly outbox: Outbox,
  ) {}

  /** Required before any other call: locks memberships until the transaction ends. */
  async lock(tx: Tx): Promise<void> {
    if (!(await this.members.lock(tx))) throw new RecordNotFound('organization');
  }

  /** A pending invitation for the user is accepted. */
  async join(tx: Tx, id: UserId, role: ProvisionedRole): Promise<void> {
    if (!(await this.members.join(tx, id, role))) throw new AlreadyAMember();
    tx.transaction.invalidate(memberTopic(id));
    const member = await this.reads.get(tx, id);
    await this.outbox.append(tx, membersEvents.joined.create({ member: member! }));
    await this.invitations.settle(tx, id, role);
  }

  /** Takes effect with the user's next call. */
  async setActive(tx: Tx, userId: UserId, isActive: boolean): Promise<void> {
    const status = isActive ? 'active' : 'deactivated';
    const member = await this.member(tx, userId);
    if (member.status === status) return;
    rejectBeyondReach(tx, member.role);
    await this.members.setStatus(tx, userId, status);
    tx.transaction.invalidate(memberTopic(userId));
    const changed = (await this.reads.get(tx, userId))!;
    const event = isActive ? membersEvents.reactivated : membersEvents.deactivated;
    await this.outbox.append(tx, event.create({ member: changed }));
  }

  /** Takes effect with the user's next call. What the user created remains. */
  async remove(tx: Tx, userId: UserId): Promise<void> {
    rejectBeyondReach(tx, (await this.member(tx, userId)).role);
    await this.memberships.end(tx, userId, { reassignTo: null, actorId: null });
  }

  /** Throws if the directory cannot change the member. Required before an account is reassigned to another mailbox. */
  async rejectMove(tx: Tx, userId: UserId): Promise<void> {
    rejectBeyondReach(tx, (await this.member(tx, userId)).role);
  }

  /**
   * Skips the owner, and admins if `sparesAdmins`. Returns the members whose role changed, with their previous roles.
   */
  async setRoles(
    tx: Tx,
    userIds: readonly UserId[],
    role: ProvisionedRole,
    { sparesAdmins }: { sparesAdmins: boolean },
  ): Promise<ReadonlyMap<UserId, OrganizationRole>> {
    if (userIds.length === 0) return new Map();
    if (!isOwner(tx.reach) && !sparesAdmins) await this.rejectAdmins(tx, userIds, role);
    const reach = reachOf(sparesAdmins ? 'admin' : tx.reach);
    const changed = await this.many.setRoles(tx, userIds, role, reach);
    const previous = new Map(changed.map(({ userId, previousRole }) => [userId, previousRole]));
    if (previous.size === 0) return previous;
    for (const userId of previous.keys()) tx.transaction.invalidate(memberTopic(userId));
    if (!canJoinWorkspaces(role)) await this.workspaces.leaveAll(tx, [...previous.keys()]);
    const members = await this.reads.getAll(tx, [...previous.keys()]);
    const events = members.map((member) =>
      membersEvents.roleChanged.create({ member, previousRole: previous.get(member.id)! }),
    );
    await this.outbox.append(tx, ...events);
    return previous;
  }

  private async member(tx: Tx, userId: UserId): Promise<MemberState> {
    const member = (await this.members.states(tx, [userId])).get(userId);
    if (!member) throw new RecordNotFound('member');
    return member;
  }

  /** Throws instead of skipping if the change would promote or demote an admin. */
  private async rejectAdmins(tx: Tx, userIds: readonly UserId[], role: ProvisionedRole): Promise<void> {
    for (const { role: from } of (await this.members.states(tx, userIds)).values())
      authorize(provisionRole, tx.reach, { from, to: role });
  }
}

function rejectBeyondReach({ reach }: Tx, role: OrganizationRole): void {
  authorize(provisionOverOwner, reach, role);
  authorize(provisionMember, reach, role);
}
