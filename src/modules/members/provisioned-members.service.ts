import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../kernel/ids';
import type { OrganizationRole } from '../../access/role';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { Jobs } from '../../platform/jobs/jobs';
import { Outbox } from '../../platform/jobs/outbox';
import { memberTopic, RecordNotFound } from '../hierarchy';
import { WorkspaceEnrolment } from '../workspaces';
import { InvitationEnds } from './invitation-ends';
import { AdminsAreOutOfReach, AlreadyAMember, OwnerIsOutOfReach } from './members.errors';
import { membersEvents } from './members.events';
import { membersPolicy } from './members.policy';
import { MembersReadModel } from './members.read-model';
import { type MemberStanding, MembersRepository } from './members.repository';
import { ProvisionedMembersRepository } from './provisioned-members.repository';
import { ReassignItems } from './reassign-items.job';

/** Whom a directory reaches: those whom the person reaches who let it in; an admin’s, when that is somebody else by now. */
export type DirectoryReach = 'owner' | 'admin';

/** A change by a program that acts for the organization and for no person. */
export type DirectoryContext = DatabaseContext & {
  readonly organizationId: OrganizationId;
  readonly person: { readonly userId: null };
  readonly requestId: string;
  readonly reach: DirectoryReach;
};

type Tx = InTransaction<DirectoryContext>;

export type ProvisionedRole = Exclude<OrganizationRole, 'owner'>;

/** Members as a directory keeps them. It never reaches the owner, who could otherwise be locked out by it. */
@Injectable()
export class ProvisionedMembers {
  constructor(
    private readonly members: MembersRepository,
    private readonly many: ProvisionedMembersRepository,
    private readonly reads: MembersReadModel,
    private readonly invitations: InvitationEnds,
    private readonly workspaces: WorkspaceEnrolment,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /** Before any other call here: memberships stand still until the transaction ends. */
  async hold(tx: Tx): Promise<void> {
    if (!(await this.members.hold(tx))) throw new RecordNotFound('organization');
  }

  /** An invitation that waits for the person ends with it. */
  async join(tx: Tx, id: UserId, role: ProvisionedRole): Promise<void> {
    if (!(await this.members.join(tx, id, role))) throw new AlreadyAMember();
    tx.transaction.touch(memberTopic(id));
    const member = await this.reads.get(tx, id);
    await this.outbox.append(tx, membersEvents.joined(member!));
    await this.invitations.settle(tx, id, role);
  }

  /** Access ends, or is back, with the person's next call. */
  async setActive(tx: Tx, userId: UserId, isActive: boolean): Promise<void> {
    const status = isActive ? 'active' : 'deactivated';
    const member = await this.member(tx, userId);
    if (member.status === status) return;
    refuseBeyondReach(tx, member.role);
    await this.members.setStatus(tx, userId, status);
    tx.transaction.touch(memberTopic(userId));
    const changed = (await this.reads.get(tx, userId))!;
    const event = isActive ? membersEvents.reactivated : membersEvents.deactivated;
    await this.outbox.append(tx, event(changed));
  }

  /** The person is nobody here from their next call on; what they made stays. */
  async remove(tx: Tx, userId: UserId): Promise<void> {
    refuseBeyondReach(tx, (await this.member(tx, userId)).role);
    const member = (await this.reads.get(tx, userId))!;
    await this.members.remove(tx, userId, null);
    tx.transaction.touch(memberTopic(userId));
    const { organizationId } = tx;
    await this.jobs.enqueue(tx, ReassignItems, { organizationId, from: userId, to: null, actorId: null });
    await this.outbox.append(tx, membersEvents.removed(member, null));
  }

  /** Before an account is given to another mailbox: whoever has that is the member from then on. */
  async refuseMove(tx: Tx, userId: UserId): Promise<void> {
    refuseBeyondReach(tx, (await this.member(tx, userId)).role);
  }

  /** The owner among them stays what they are, and admins where said. Answers whose role is another now, and which it was. */
  async setRoles(
    tx: Tx,
    userIds: readonly UserId[],
    role: ProvisionedRole,
    { sparesAdmins }: { sparesAdmins: boolean },
  ): Promise<ReadonlyMap<UserId, OrganizationRole>> {
    if (userIds.length === 0) return new Map();
    if (tx.reach !== 'owner' && !sparesAdmins) await this.refuseAdmins(tx, userIds, role);
    const reach = membersPolicy.reach(sparesAdmins ? 'admin' : tx.reach);
    const changed = await this.many.setRoles(tx, userIds, role, reach);
    const previous = new Map(changed.map(({ userId, previousRole }) => [userId, previousRole]));
    if (previous.size === 0) return previous;
    for (const userId of previous.keys()) tx.transaction.touch(memberTopic(userId));
    // Guests see single boards, never a workspace.
    if (role === 'guest') await this.workspaces.leaveAll(tx, [...previous.keys()]);
    const members = await this.reads.getAll(tx, [...previous.keys()]);
    const events = members.map((member) => membersEvents.roleChanged(member, previous.get(member.id)!));
    await this.outbox.append(tx, ...events);
    return previous;
  }

  private async member(tx: Tx, userId: UserId): Promise<MemberStanding> {
    const member = (await this.members.standings(tx, [userId])).get(userId);
    if (!member) throw new RecordNotFound('member');
    return member;
  }

  /** Nobody is made an admin, or unmade one, without a word. */
  private async refuseAdmins(tx: Tx, userIds: readonly UserId[], role: ProvisionedRole): Promise<void> {
    for (const { role: current } of (await this.members.standings(tx, userIds)).values()) {
      const isChanged = current !== 'owner' && current !== role;
      if (isChanged && !membersPolicy.mayChangeRole(tx.reach, current, role)) throw new AdminsAreOutOfReach();
    }
  }
}

function refuseBeyondReach({ reach }: Tx, role: OrganizationRole): void {
  if (role === 'owner') throw new OwnerIsOutOfReach();
  if (!membersPolicy.reach(reach).includes(role)) throw new AdminsAreOutOfReach();
}
