import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { Jobs } from '../../../platform/jobs/jobs';
import { inBatches } from '../../../platform/schedule/in-batches';
import { MembersWithoutSecondFactorReadModel } from './members-without-second-factor.read-model';
import { SendSecondFactorNoticeJob } from './send-second-factor-notice.job';

/** Notifies the members without a second factor that their organization requires one, a batch at a time. */
@Job({ name: 'organizations.announce-two-factor' })
@Injectable()
export class AnnounceTwoFactorJob implements JobHandler<{ organizationId: OrganizationId }> {
  constructor(
    private readonly members: MembersWithoutSecondFactorReadModel,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
  ) {}

  async perform({ organizationId }: { organizationId: OrganizationId }, { signal }: JobRun): Promise<void> {
    let last = '';
    await inBatches(async () => {
      const userIds = await this.members.next({ ...NO_TRANSACTION, organizationId }, last);
      // A job for each member: an address that rejects mail delays no other member's notice.
      await this.transactions.run(NO_TRANSACTION, async (tx) => {
        for (const userId of userIds) {
          const key = `${organizationId}:${userId}`;
          await this.jobs.enqueue(tx, SendSecondFactorNoticeJob, { organizationId, userId }, { key });
        }
      });
      last = userIds.at(-1) ?? last;
      return userIds.length;
    }, signal);
    // Another attempt then covers the members that remain.
    signal.throwIfAborted();
  }
}
