import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Jobs } from '../../../platform/jobs/jobs';
import { AdministratorsReadModel } from '../../hierarchy';
import type { RevertibleDeletion } from './restoration-links.service';
import { SendDeletionNoticeJob } from './send-deletion-notice.job';

/** Notifies the administrators of an organization that it was deleted. */
@Job({ name: 'organizations.announce-deletion' })
@Injectable()
export class AnnounceDeletionJob implements JobHandler<RevertibleDeletion> {
  constructor(
    private readonly administrators: AdministratorsReadModel,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
  ) {}

  /** A job for each administrator: an address that rejects mail delays no other notice. */
  async perform(deletion: RevertibleDeletion): Promise<void> {
    const { organizationId, deletedAt } = deletion;
    await this.transactions.run({ ...NO_TRANSACTION, organizationId }, async (tx) => {
      for (const userId of await this.administrators.list(tx)) {
        const key = `${organizationId}:${userId}:${deletedAt}`;
        await this.jobs.enqueue(tx, SendDeletionNoticeJob, { ...deletion, userId }, { key });
      }
    });
  }
}
