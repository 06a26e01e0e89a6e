import { Injectable } from '@nestjs/common';
import { emailKey } from '../../kernel/email-key';
import type { OrganizationId, UserId } from '../../kernel/ids';
import type { OrganizationRole } from '../../access/role';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { Jobs } from '../../platform/jobs/jobs';
import { Outbox } from '../../platform/jobs/outbox';
import { memberTopic, RecordNotFound } from '../hierarchy';
import { WorkspaceEnrolment } from '../workspaces';
import { AlreadyAMember, OwnerIsOutOfReach } from './members.errors';
import { membersEvents } from './members.events';
import { MembersReadModel } from './members.read-model';
import { type MemberStanding, MembersRepository } from './members.repository';
import { ProvisionedMembersRepository } from './provisioned-members.repository';
import { ReassignItems } from './reassign-items.job';

/** A change by a program that acts for the organization and for no person. */
export type DirectoryContext = DatabaseContext & {
  readonly organizationId: OrganizationId;
  readonly person: { readonly userId: null };
  readonly requestId: string;
};

type Tx = InTransaction<DirectoryContext>;

export type ProvisionedRole = Exclude<OrganizationRole, 'owner'>;

/** Members as a directory keeps them. It reaches everybody but the owner, who could otherwise be locked out by it. */
@Injectable()
export class ProvisionedMembers {
  constructor(
    private readonly members: MembersRepository,
    private readonly many: ProvisionedMembersRepository,
    private readonly reads: MembersReadModel,
    private readonly workspaces: WorkspaceEnrolment,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /** Before any other call here: memberships stand still until the transaction ends. */
  async hold(tx: Tx): Promise<void> {
    if (!(await this.members.hold(tx))) throw new RecordNotFound('organization');
  }

  /** An invitation that waits for the person is settled: they get into the workspaces it was for. */
  async join(tx: Tx, { id, email }: { id: UserId; email: string }, role: ProvisionedRole): Promise<void> {
    if (!(await this.members.join(tx, id, role))) throw new AlreadyAMember();
    tx.transaction.touch(memberTopic(id));
    const member = await this.reads.get(tx, id);
    await this.outbox.append(tx, membersEvents.joined(member!));
    const workspaceIds = await this.many.settleInvitation(tx, emailKey(email));
    if (role !== 'guest') await this.workspaces.enrol(tx, id, workspaceIds);
  }

  /** Access ends, or is back, with the person's next call. */
  async setActive(tx: Tx, userId: UserId, isActive: boolean): Promise<void> {
    const status = isActive ? 'active' : 'deactivated';
    const member = await this.reachable(tx, userId, status);
    if (member.status === status) return;
    await this.members.setStatus(tx, userId, status);
    tx.transaction.touch(memberTopic(userId));
    const changed = (await this.reads.get(tx, userId))!;
    const event = isActive ? membersEvents.reactivated : membersEvents.deactivated;
    await this.outbox.append(tx, event(changed));
  }

  /** The person is nobody here from their next call on; what they made stays. */
  async remove(tx: Tx, userId: UserId): Promise<void> {
    await this.reachable(tx, userId);
    const member = (await this.reads.get(tx, userId))!;
    await this.members.remove(tx, userId);
    tx.transaction.touch(memberTopic(userId));
    const { organizationId } = tx;
    await this.jobs.enqueue(tx, ReassignItems, { organizationId, from: userId, to: null, actorId: null });
    await this.outbox.append(tx, membersEvents.removed(member, null));
  }

  /** The owner among them stays what they are. */
  async setRoles(tx: Tx, userIds: readonly UserId[], role: ProvisionedRole): Promise<void> {
    if (userIds.length === 0) return;
    const changed = await this.many.setRoles(tx, userIds, role);
    if (changed.length === 0) return;
    for (const { userId } of changed) tx.transaction.touch(memberTopic(userId));
    // Guests see single boards, never a workspace.
    if (role === 'guest') for (const { userId } of changed) await this.workspaces.leaveAll(tx, userId);
    const previous = new Map(changed.map(({ userId, previousRole }) => [userId, previousRole]));
    const members = await this.reads.getAll(tx, [...previous.keys()]);
    const events = members.map((member) => membersEvents.roleChanged(member, previous.get(member.id)!));
    await this.outbox.append(tx, ...events);
  }

  private async reachable(
    tx: Tx,
    userId: UserId,
    wanted?: MemberStanding['status'],
  ): Promise<MemberStanding> {
    const member = (await this.members.standings(tx, [userId])).get(userId);
    if (!member) throw new RecordNotFound('member');
    if (member.role === 'owner' && member.status !== wanted) throw new OwnerIsOutOfReach();
    return member;
  }
}
