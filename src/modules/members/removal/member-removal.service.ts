import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { authorize } from '../../../access/policy';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { type LockedMembers, LockedMembersService } from '../locked-members.service';
import { NoSuchSuccessor, SuccessorIsTheSame } from '../members.errors';
import { leaveOrganization, removeMember, removeMembers } from '../members.policy';
import { PendingMembersService } from '../invitations/pending-members.service';
import { MembershipEndService } from './membership-end.service';

/** Removes members permanently. */
@Injectable()
export class MemberRemovalService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly lockedMembers: LockedMembersService,
    private readonly pending: PendingMembersService,
    private readonly memberships: MembershipEndService,
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
      const actorId = tx.principal.userId;
      await this.memberships.end(tx, userId, { reassignTo: reassignTo ?? null, actorId });
    });
  }
}

function rejectUnlessActive({ members }: LockedMembers, reassignTo: UserId): void {
  if (members.get(reassignTo)?.status !== 'active') throw new NoSuchSuccessor();
}
