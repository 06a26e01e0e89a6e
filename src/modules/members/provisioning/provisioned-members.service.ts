import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import type { OrganizationRole } from '../../../access/role';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
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
import { ReassignItemsJob } from '../removal/reassign-items.job';
import { authorize } from '../../../access/policy';
import { canJoinWorkspaces, isOwner } from '../../../access/role';

/** Whom a directory reaches: those whom the person reaches who let it in; an admin’s, when that is another user by now. */
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
export class ProvisionedMembersService {
  constructor(
    private readonly members: MembersRepository,
    private readonly many: ProvisionedMembersRepository,
    private readonly reads: MembersReadModel,
    private readonly invitations: InvitationCompletionService,
    private readonly workspaces: WorkspaceEnrolmentService,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /** Before any other call here: memberships stand still until the transaction ends. */
  async lock(tx: Tx): Promise<void> {
    if (!(await this.members.lock(tx))) throw new RecordNotFound('organization');
  }

  /** An invitation that waits for the person ends with it. */
  async join(tx: Tx, id: UserId, role: ProvisionedRole): Promise<void> {
    if (!(await this.members.join(tx, id, role))) throw new AlreadyAMember();
    tx.transaction.invalidate(memberTopic(id));
    const member = await this.reads.get(tx, id);
    await this.outbox.append(tx, membersEvents.joined.create({ member: member! }));
    await this.invitations.settle(tx, id, role);
  }

  /** Access ends, or is back, with the person's next call. */
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

  /** The person is no one here from their next call on; what they made stays. */
  async remove(tx: Tx, userId: UserId): Promise<void> {
    rejectBeyondReach(tx, (await this.member(tx, userId)).role);
    const member = (await this.reads.get(tx, userId))!;
    await this.members.remove(tx, userId, null);
    tx.transaction.invalidate(memberTopic(userId));
    const { organizationId } = tx;
    await this.jobs.enqueue(tx, ReassignItemsJob, { organizationId, from: userId, to: null, actorId: null });
    await this.outbox.append(tx, membersEvents.removed.create({ member, reassignTo: null }));
  }

  /** Before an account is given to another mailbox: the user of that mailbox is the member from then on. */
  async rejectMove(tx: Tx, userId: UserId): Promise<void> {
    rejectBeyondReach(tx, (await this.member(tx, userId)).role);
  }

  /** The owner among them stays what they are, and admins where said. Answers whose role is another now, and which it was. */
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

  /** No one is made an admin, or unmade one, without a word. */
  private async rejectAdmins(tx: Tx, userIds: readonly UserId[], role: ProvisionedRole): Promise<void> {
    for (const { role: from } of (await this.members.states(tx, userIds)).values())
      authorize(provisionRole, tx.reach, { from, to: role });
  }
}

function rejectBeyondReach({ reach }: Tx, role: OrganizationRole): void {
  authorize(provisionOverOwner, reach, role);
  authorize(provisionMember, reach, role);
}
