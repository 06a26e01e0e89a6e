import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Outbox } from '../../../platform/events/outbox';
import { Jobs } from '../../../platform/jobs/jobs';
import { AdministratorsReadModel, memberTopic, RecordNotFound } from '../../hierarchy';
import { InvitationCompletionService } from '../invitations/invitation-completion.service';
import { OwnerExists } from '../members.errors';
import { membersEvents } from '../members.events';
import { MembersReadModel } from '../members.read-model';
import { MembersRepository } from '../members.repository';
import { type JoinContext, MembershipsService } from '../memberships.service';
import { SendOwnerSetNoticeJob } from './send-owner-set-notice.job';

/** Gives an organization another owner, for the operator of the installation: no permission of a caller is checked. */
@Injectable()
export class OwnerRecoveryService {
  constructor(
    private readonly members: MembersRepository,
    private readonly memberships: MembershipsService,
    private readonly invitations: InvitationCompletionService,
    private readonly reads: MembersReadModel,
    private readonly administrators: AdministratorsReadModel,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Makes the user the owner, after adding the user as a member if necessary. The previous owner becomes an admin. Throws
   * OwnerExists if the organization has an owner and `isReplacing` is false. Returns the ID of the previous owner, null if
   * there was none, and the ID of the user if nothing changes.
   */
  async assign(
    tx: JoinContext,
    userId: UserId,
    { isReplacing }: { isReplacing: boolean },
  ): Promise<UserId | null> {
    if (!(await this.members.lock(tx))) throw new RecordNotFound('organization');
    const previous = await this.members.owner(tx);
    if (previous?.userId === userId) return userId;
    if (previous !== null && !isReplacing) throw new OwnerExists(previous.email);
    await this.admit(tx, userId);
    // In this order: the unique index never allows two owners, not even within a transaction.
    if (previous !== null) await this.members.endOwnership(tx, previous.userId);
    await this.members.setRole(tx, userId, 'owner');
    tx.transaction.invalidate(memberTopic(userId));
    if (previous === null) return null;
    tx.transaction.invalidate(memberTopic(previous.userId));
    const [owner, previousOwner] = [
      await this.reads.get(tx, userId),
      await this.reads.get(tx, previous.userId),
    ];
    const transfer = { owner: owner!, previousOwner: previousOwner! };
    await this.outbox.append(tx, membersEvents.ownershipTransferred.create(transfer));
    return previous.userId;
  }

  /** As `assign`, by the operator: all administrators are notified, those of before too. */
  async assignByOperator(
    tx: JoinContext,
    userId: UserId,
    options: { isReplacing: boolean },
  ): Promise<UserId | null> {
    const previous = await this.assign(tx, userId, options);
    if (previous === userId) return previous;
    for (const recipientId of await this.administrators.list(tx))
      await this.jobs.enqueue(tx, SendOwnerSetNoticeJob, {
        organizationId: tx.organizationId,
        ownerId: userId,
        recipientId,
      });
    return previous;
  }

  /** The user is an active member afterwards. */
  private async admit(tx: JoinContext, userId: UserId): Promise<void> {
    const state = (await this.members.states(tx, [userId])).get(userId);
    if (state === undefined) {
      await this.memberships.join(tx, userId, 'admin');
      await this.invitations.settle(tx, userId, 'admin');
    } else if (state.status !== 'active') {
      await this.members.setStatus(tx, userId, 'active');
      tx.transaction.invalidate(memberTopic(userId));
      const member = await this.reads.get(tx, userId);
      await this.outbox.append(tx, membersEvents.reactivated.create({ member: member! }));
    }
  }
}
