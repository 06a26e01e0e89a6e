import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { memberTopic, RecordNotFound } from '../hierarchy';
import { LockedMembersService } from './locked-members.service';
import { NewOwnerNotAnAdmin } from './members.errors';
import { membersEvents } from './members.events';
import { canBecomeOwner, transferOwnership } from './members.policy';
import { MembersReadModel } from './members.read-model';
import { MembersRepository } from './members.repository';
import type { MemberOutput } from './members.schemas';
import { authorize } from '../../access/policy';

/** Transfers the ownership of organizations. */
@Injectable()
export class OwnershipService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly lockedMembers: LockedMembersService,
    private readonly members: MembersRepository,
    private readonly reads: MembersReadModel,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The admin becomes the owner, and the owner an admin. Both change in one commit, so there is always exactly one
   * owner.
   */
  transfer(context: CallContext, userId: UserId): Promise<MemberOutput> {
    const ownerId = context.principal.userId;
    return this.transactions.run(context, async (tx) => {
      const { actor, members } = await this.lockedMembers.lock(tx, [userId]);
      authorize(transferOwnership, actor);
      const target = members.get(userId);
      if (!target) throw new RecordNotFound('member');
      if (target.status !== 'active' || !canBecomeOwner(target.role)) throw new NewOwnerNotAnAdmin();
      // In this order: the unique index never allows two owners, not even within a transaction.
      await this.members.setRole(tx, ownerId, 'admin');
      await this.members.setRole(tx, userId, 'owner');
      for (const id of [ownerId, userId]) tx.transaction.invalidate(memberTopic(id));
      const [owner, previousOwner] = [await this.reads.get(tx, userId), await this.reads.get(tx, ownerId)];
      const transfer = { owner: owner!, previousOwner: previousOwner! };
      await this.outbox.append(tx, membersEvents.ownershipTransferred.create(transfer));
      return transfer.owner;
    });
  }
}
