import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { OrganizationRole } from '../../access/role';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { memberTopic, RecordNotFound } from '../hierarchy';
import { WorkspaceEnrolmentService } from '../workspaces';
import { LockedMembersService } from './locked-members.service';
import { InvitationsRepository } from './invitations/invitations.repository';
import { MemberChanged } from './members.errors';
import { membersEvents } from './members.events';
import { changeMemberRole, deactivateMember } from './members.policy';
import { MembersReadModel } from './members.read-model';
import { type MemberState, MembersRepository } from './members.repository';
import type { MemberOutput } from './members.schemas';
import { authorize } from '../../access/policy';
import { canJoinWorkspaces } from '../../access/role';

type Tx = InTransaction<CallContext>;

/** Changes the roles of members, and deactivates and reactivates them. */
@Injectable()
export class MemberChangesService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly lockedMembers: LockedMembersService,
    private readonly members: MembersRepository,
    private readonly invitations: InvitationsRepository,
    private readonly reads: MembersReadModel,
    private readonly workspaces: WorkspaceEnrolmentService,
    private readonly outbox: Outbox,
  ) {}

  updateRole(
    context: CallContext,
    { userId, role, expected }: { userId: UserId; role: OrganizationRole; expected: Date | undefined },
  ): Promise<MemberOutput> {
    return this.transactions.run(context, async (tx) => {
      const { actor, members } = await this.lockedMembers.lock(tx, [userId]);
      const target = members.get(userId) ?? (await this.reads.invited(tx, userId));
      if (!target) throw new RecordNotFound('member');
      authorize(changeMemberRole, actor, { from: target.role, to: role });
      if (!members.has(userId)) return this.setInvitedRole(tx, userId, role, expected);
      if (!(await this.members.setRole(tx, userId, role, expected))) throw new MemberChanged();
      if (!canJoinWorkspaces(role)) await this.workspaces.leaveAll(tx, [userId]);
      const member = await this.changed(tx, userId);
      if (role !== target.role)
        await this.outbox.append(tx, membersEvents.roleChanged.create({ member, previousRole: target.role }));
      return member;
    });
  }

  /** Access ends with the next call. The member's role and assignments remain for a later reactivation. */
  deactivate(context: CallContext, userId: UserId, expected?: Date): Promise<MemberOutput> {
    return this.setStatus(context, userId, { status: 'deactivated', expected });
  }

  reactivate(context: CallContext, userId: UserId, expected?: Date): Promise<MemberOutput> {
    return this.setStatus(context, userId, { status: 'active', expected });
  }

  private setStatus(
    context: CallContext,
    userId: UserId,
    { status, expected }: { status: 'active' | 'deactivated'; expected: Date | undefined },
  ): Promise<MemberOutput> {
    return this.transactions.run(context, async (tx) => {
      const { actor, members } = await this.lockedMembers.lock(tx, [userId]);
      const target = members.get(userId);
      if (!target) throw new RecordNotFound('member');
      authorize(deactivateMember, actor, target.role);
      if (target.status === status) return this.unchanged(tx, target, expected);
      if (!(await this.members.setStatus(tx, userId, status, expected))) throw new MemberChanged();
      const member = await this.changed(tx, userId);
      const event = status === 'active' ? membersEvents.reactivated : membersEvents.deactivated;
      await this.outbox.append(tx, event.create({ member }));
      return member;
    });
  }

  /** Someone who has not joined yet joins with the new role; the user who set it becomes the inviter. */
  private async setInvitedRole(
    tx: Tx,
    userId: UserId,
    role: OrganizationRole,
    expected: Date | undefined,
  ): Promise<MemberOutput> {
    const change = { role, by: tx.principal.userId, expected };
    if (!(await this.invitations.setRole(tx, userId, change))) throw new MemberChanged();
    return (await this.reads.invited(tx, userId))!;
  }

  private async changed(tx: Tx, userId: UserId): Promise<MemberOutput> {
    tx.transaction.invalidate(memberTopic(userId));
    return (await this.reads.get(tx, userId))!;
  }

  private async unchanged(tx: Tx, { userId }: MemberState, expected?: Date): Promise<MemberOutput> {
    const member = (await this.reads.get(tx, userId))!;
    if (expected && member.updatedAt !== expected.toISOString()) throw new MemberChanged();
    return member;
  }
}
