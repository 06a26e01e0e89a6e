import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import { Reauthentication } from '../../../access/sessions/reauthentication';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { Jobs } from '../../../platform/jobs/jobs';
import { SendOwnershipNoticeJob } from './send-ownership-notice.job';
import { memberTopic, RecordNotFound } from '../../hierarchy';
import { LockedMembersService } from '../locked-members.service';
import { NewOwnerNotAnAdmin } from '../members.errors';
import { membersEvents } from '../members.events';
import { canBecomeOwner, transferOwnership } from '../members.policy';
import { MembersReadModel } from '../members.read-model';
import { MembersRepository } from '../members.repository';
import type { MemberOutput, TransferOwnershipInput } from '../members.schemas';
import { authorize } from '../../../access/policy';

/** Transfers the ownership of organizations. */
@Injectable()
export class OwnershipService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly lockedMembers: LockedMembersService,
    private readonly members: MembersRepository,
    private readonly reads: MembersReadModel,
    private readonly reauthentication: Reauthentication,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Reauthenticates, which is slow. With the returned function the admin becomes the owner, and the owner an admin. Both change
   * in one commit, so there is always exactly one owner. Both are notified, and the previous owner can revert the transfer.
   */
  async prepare(context: CallContext, { userId, ...evidence }: TransferOwnershipInput) {
    const proof = await this.reauthentication.check(context.person, evidence);
    const ownerId = context.principal.userId;
    return (inside: CallContext): Promise<MemberOutput> =>
      this.transactions.run(inside, async (tx) => {
        const { actor, members } = await this.lockedMembers.lock(tx, [userId]);
        authorize(transferOwnership, actor);
        await proof.use(tx);
        const target = members.get(userId);
        if (!target) throw new RecordNotFound('member');
        if (target.status !== 'active' || target.isServiceAccount || !canBecomeOwner(target.role))
          throw new NewOwnerNotAnAdmin();
        // In this order: the unique index never allows two owners, not even within a transaction.
        await this.members.endOwnership(tx, ownerId);
        await this.members.setRole(tx, userId, 'owner');
        for (const id of [ownerId, userId]) tx.transaction.invalidate(memberTopic(id));
        const [owner, previousOwner] = [await this.reads.get(tx, userId), await this.reads.get(tx, ownerId)];
        const transfer = { owner: owner!, previousOwner: previousOwner! };
        const notice = { organizationId: tx.organizationId, previousOwnerId: ownerId };
        await this.jobs.enqueue(tx, SendOwnershipNoticeJob, notice);
        await this.jobs.enqueue(tx, SendOwnershipNoticeJob, { ...notice, newOwnerId: userId });
        await this.outbox.append(tx, membersEvents.ownershipTransferred.create(transfer));
        return transfer.owner;
      });
  }
}
