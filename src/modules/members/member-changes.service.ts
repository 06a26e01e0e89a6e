import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { OrganizationRole } from '../../access/role';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import { memberTopic, RecordNotFound } from '../hierarchy';
import { WorkspaceEnrolment } from '../workspaces';
import { HeldMembers } from './held-members';
import { InvitationsRepository } from './invitations.repository';
import { MemberChanged, RoleRefused } from './members.errors';
import { membersEvents } from './members.events';
import { membersPolicy } from './members.policy';
import { MembersReadModel } from './members.read-model';
import { type MemberStanding, MembersRepository } from './members.repository';
import type { MemberOutput } from './members.schemas';

type Tx = InTransaction<CallContext>;

/** Roles of members, and whether they are let in. */
@Injectable()
export class MemberChangesService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly held: HeldMembers,
    private readonly members: MembersRepository,
    private readonly invitations: InvitationsRepository,
    private readonly reads: MembersReadModel,
    private readonly workspaces: WorkspaceEnrolment,
    private readonly outbox: Outbox,
  ) {}

  updateRole(
    context: CallContext,
    { userId, role, expected }: { userId: UserId; role: OrganizationRole; expected: Date | undefined },
  ): Promise<MemberOutput> {
    return this.transactions.run(context, async (tx) => {
      const { actor, standings } = await this.held.hold(tx, [userId]);
      const target = standings.get(userId) ?? (await this.reads.invited(tx, userId));
      if (!target) throw new RecordNotFound('member');
      if (!membersPolicy.mayChangeRole(actor, target.role, role)) throw new RoleRefused();
      if (!standings.has(userId)) return this.setInvitedRole(tx, userId, role, expected);
      if (!(await this.members.setRole(tx, userId, role, expected))) throw new MemberChanged();
      // Guests see single boards, never a workspace.
      if (role === 'guest') await this.workspaces.leaveAll(tx, [userId]);
      const member = await this.changed(tx, userId);
      if (role !== target.role) await this.outbox.append(tx, membersEvents.roleChanged(member, target.role));
      return member;
    });
  }

  /** Access ends with the next call, everywhere; what the person has and is stays for when they come back. */
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
      const { actor, standings } = await this.held.hold(tx, [userId]);
      const target = standings.get(userId);
      if (!target) throw new RecordNotFound('member');
      if (!membersPolicy.mayDeactivate(actor, target.role)) throw new RoleRefused();
      if (target.status === status) return this.unchanged(tx, target, expected);
      if (!(await this.members.setStatus(tx, userId, status, expected))) throw new MemberChanged();
      const member = await this.changed(tx, userId);
      const event = status === 'active' ? membersEvents.reactivated : membersEvents.deactivated;
      await this.outbox.append(tx, event(member));
      return member;
    });
  }

  /** Somebody who has not joined yet joins with the new role; whoever gave it vouches for it. */
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
    tx.transaction.touch(memberTopic(userId));
    return (await this.reads.get(tx, userId))!;
  }

  private async unchanged(tx: Tx, { userId }: MemberStanding, expected?: Date): Promise<MemberOutput> {
    const member = (await this.reads.get(tx, userId))!;
    if (expected && member.updatedAt !== expected.toISOString()) throw new MemberChanged();
    return member;
  }
}
