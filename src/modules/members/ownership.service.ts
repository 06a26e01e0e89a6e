import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import { memberTopic, RecordNotFound } from '../hierarchy';
import { HeldMembers } from './held-members';
import { NewOwnerNotAnAdmin, RoleRefused } from './members.errors';
import { membersEvents } from './members.events';
import { membersPolicy } from './members.policy';
import { MembersReadModel } from './members.read-model';
import { MembersRepository } from './members.repository';
import type { MemberOutput } from './members.schemas';

/** Hands organizations over. */
@Injectable()
export class OwnershipService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly held: HeldMembers,
    private readonly members: MembersRepository,
    private readonly reads: MembersReadModel,
    private readonly outbox: Outbox,
  ) {}

  /** The admin becomes the owner, the owner an admin. Nobody ever sees two owners, or none: both change in one commit. */
  transfer(context: CallContext, userId: UserId): Promise<MemberOutput> {
    const ownerId = context.principal.userId;
    return this.transactions.run(context, async (tx) => {
      const { actor, standings } = await this.held.hold(tx, [userId]);
      if (actor !== 'owner') throw new RoleRefused();
      const target = standings.get(userId);
      if (!target) throw new RecordNotFound('member');
      if (target.status !== 'active' || !membersPolicy.mayHandOver(actor, target.role))
        throw new NewOwnerNotAnAdmin();
      // In this order: the database lets nobody be the second owner, not even for a moment.
      await this.members.setRole(tx, ownerId, 'admin');
      await this.members.setRole(tx, userId, 'owner');
      for (const id of [ownerId, userId]) tx.transaction.touch(memberTopic(id));
      const [owner, previous] = [await this.reads.get(tx, userId), await this.reads.get(tx, ownerId)];
      await this.outbox.append(tx, membersEvents.ownershipTransferred(owner!, previous!));
      return owner!;
    });
  }
}
