import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { CausedContext } from '../../../platform/events/origin-of';
import { Outbox } from '../../../platform/events/outbox';
import { Jobs } from '../../../platform/jobs/jobs';
import { memberTopic } from '../../hierarchy';
import { membersEvents } from '../members.events';
import { MembersReadModel } from '../members.read-model';
import { MembersRepository } from '../members.repository';
import { ReassignItemsJob } from './reassign-items.job';

type Tx = InTransaction<
  TenantContext & CausedContext & { readonly person: { readonly userId: UserId | null } }
>;

/** Ends memberships, once it is known that they may end. */
@Injectable()
export class MembershipEndService {
  constructor(
    private readonly members: MembersRepository,
    private readonly reads: MembersReadModel,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /** Takes effect with the member's next call. What the user created remains. Requires the lock of memberships. */
  async end(
    tx: Tx,
    userId: UserId,
    { reassignTo, actorId }: { reassignTo: UserId | null; actorId: UserId | null },
  ): Promise<void> {
    const member = (await this.reads.get(tx, userId))!;
    await this.members.remove(tx, userId, reassignTo);
    tx.transaction.invalidate(memberTopic(userId));
    const { organizationId } = tx;
    await this.jobs.enqueue(tx, ReassignItemsJob, { organizationId, from: userId, to: reassignTo, actorId });
    await this.outbox.append(tx, membersEvents.removed.create({ member, reassignTo }));
  }
}
