import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { authorize } from '../../../access/policy';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { Outbox } from '../../../platform/events/outbox';
import { memberTopic } from '../../hierarchy';
import { type LockedMembers, LockedMembersService } from '../locked-members.service';
import { NoSuchSuccessor, SuccessorIsTheSame } from '../members.errors';
import { membersEvents } from '../members.events';
import { leaveOrganization, removeMember, removeMembers } from '../members.policy';
import { MembersReadModel } from '../members.read-model';
import { MembersRepository } from '../members.repository';
import { PendingMembersService } from '../invitations/pending-members.service';
import { ReassignItemsJob } from './reassign-items.job';

type Tx = InTransaction<CallContext>;

/** Removes members permanently. */
@Injectable()
export class MemberRemovalService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly lockedMembers: LockedMembersService,
    private readonly members: MembersRepository,
    private readonly reads: MembersReadModel,
    private readonly pending: PendingMembersService,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Takes effect with the member's next call; a job reassigns the member's items to `reassignTo`. Every member except
   * the owner can leave.
   */
  remove(context: CallContext, userId: UserId, reassignTo: UserId | undefined): Promise<void> {
    const isLeaving = userId === context.principal.userId;
    // Checked before any lookup, so that callers without permission do not learn who is a member.
    if (!isLeaving || reassignTo !== undefined) authorize(removeMembers, context.principal.role);
    if (reassignTo === userId) throw new SuccessorIsTheSame();
    return this.transactions.run(context, async (tx) => {
      const others = reassignTo === undefined ? [userId] : [userId, reassignTo];
      const locked = await this.lockedMembers.lock(tx, others);
      const target = locked.members.get(userId);
      if (reassignTo !== undefined) rejectUnlessActive(locked, reassignTo);
      if (!target) return this.pending.revoke(tx, userId);
      if (isLeaving) authorize(leaveOrganization, target.role);
      else authorize(removeMember, locked.actor, target.role);
      await this.end(tx, userId, reassignTo ?? null);
    });
  }

  private async end(tx: Tx, userId: UserId, reassignTo: UserId | null): Promise<void> {
    const member = (await this.reads.get(tx, userId))!;
    await this.members.remove(tx, userId, reassignTo);
    tx.transaction.invalidate(memberTopic(userId));
    const organizationId = tx.organizationId;
    const payload = { organizationId, from: userId, to: reassignTo, actorId: tx.principal.userId };
    await this.jobs.enqueue(tx, ReassignItemsJob, payload);
    await this.outbox.append(tx, membersEvents.removed.create({ member, reassignTo }));
  }
}

function rejectUnlessActive({ members }: LockedMembers, reassignTo: UserId): void {
  if (members.get(reassignTo)?.status !== 'active') throw new NoSuchSuccessor();
}
