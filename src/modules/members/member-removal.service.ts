import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { isAdministrator } from '../../access/role';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { Outbox } from '../../platform/jobs/outbox';
import { memberTopic } from '../hierarchy';
import { type Held, HeldMembers } from './held-members';
import { NoSuchSuccessor, OwnerMustHandOver, RoleRefused, SuccessorIsTheSame } from './members.errors';
import { membersEvents } from './members.events';
import { membersPolicy } from './members.policy';
import { MembersReadModel } from './members.read-model';
import { MembersRepository } from './members.repository';
import { PendingMembers } from './pending-members';
import { ReassignItems } from './reassign-items.job';

type Tx = InTransaction<CallContext>;

/** Ends memberships, for good. */
@Injectable()
export class MemberRemovalService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly held: HeldMembers,
    private readonly members: MembersRepository,
    private readonly reads: MembersReadModel,
    private readonly pending: PendingMembers,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The person is nobody here from the next call on; what they were assigned goes to `reassignTo` in the background.
   * Everybody but the owner may remove themselves.
   */
  remove(context: CallContext, userId: UserId, reassignTo: UserId | undefined): Promise<void> {
    const isLeaving = userId === context.principal.userId;
    // Before anything is looked up: who may remove nobody learns nothing about anybody.
    if (!isLeaving || reassignTo !== undefined) {
      if (!isAdministrator(context.principal.role)) throw new RoleRefused();
    }
    if (reassignTo === userId) throw new SuccessorIsTheSame();
    return this.transactions.run(context, async (tx) => {
      const others = reassignTo === undefined ? [userId] : [userId, reassignTo];
      const held = await this.held.hold(tx, others);
      const target = held.standings.get(userId);
      if (reassignTo !== undefined) refuseUnlessActive(held, reassignTo);
      if (!target) return this.pending.revoke(tx, userId);
      if (isLeaving && !membersPolicy.mayLeave(target.role)) throw new OwnerMustHandOver();
      if (!isLeaving && !membersPolicy.mayRemove(held.actor, target.role)) throw new RoleRefused();
      await this.end(tx, userId, reassignTo ?? null);
    });
  }

  private async end(tx: Tx, userId: UserId, reassignTo: UserId | null): Promise<void> {
    const member = (await this.reads.get(tx, userId))!;
    await this.members.remove(tx, userId, reassignTo);
    tx.transaction.touch(memberTopic(userId));
    const organizationId = tx.organizationId as OrganizationId;
    const payload = { organizationId, from: userId, to: reassignTo, actorId: tx.principal.userId };
    await this.jobs.enqueue(tx, ReassignItems, payload);
    await this.outbox.append(tx, membersEvents.removed(member, reassignTo));
  }
}

function refuseUnlessActive({ standings }: Held, reassignTo: UserId): void {
  if (standings.get(reassignTo)?.status !== 'active') throw new NoSuchSuccessor();
}
