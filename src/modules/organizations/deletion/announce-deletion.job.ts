import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Jobs } from '../../../platform/jobs/jobs';
import { AdministratorsReadModel } from '../../hierarchy';
import { DeletionNoticesReadModel } from './deletion-notices.read-model';
import type { RevertibleDeletion } from './restoration-links.service';
import { SendDeletionNoticeJob } from './send-deletion-notice.job';

/** Notifies the administrators of an organization, and its owners of the last week, that it was deleted. */
@Job({ name: 'organizations.announce-deletion' })
@Injectable()
export class AnnounceDeletionJob implements JobHandler<RevertibleDeletion> {
  constructor(
    private readonly administrators: AdministratorsReadModel,
    private readonly notices: DeletionNoticesReadModel,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
  ) {}

  /** A job for each administrator: an address that rejects mail delays no other notice. */
  async perform(deletion: RevertibleDeletion): Promise<void> {
    const { organizationId, deletedAt } = deletion;
    await this.transactions.run({ ...NO_TRANSACTION, organizationId }, async (tx) => {
      const administrators = await this.administrators.list(tx);
      const previousOwners = await this.notices.previousOwners(tx, deletedAt);
      for (const userId of new Set([...administrators, ...previousOwners])) {
        const key = `${organizationId}:${userId}:${deletedAt}`;
        await this.jobs.enqueue(tx, SendDeletionNoticeJob, { ...deletion, userId }, { key });
      }
    });
  }
}
