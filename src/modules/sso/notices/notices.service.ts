import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
import { AdministratorsReadModel } from '../../hierarchy';
import type { Notice } from './notice';
import { SendNoticeJob } from './send-notice.job';

/** Notifies all administrators of an organization once the transaction has committed. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly administrators: AdministratorsReadModel,
    private readonly jobs: Jobs,
  ) {}

  async send(
    { transaction }: InTransaction<DatabaseContext>,
    organizationId: OrganizationId,
    notice: Notice,
  ): Promise<void> {
    const tx = { transaction, organizationId };
    // One job per recipient: a failing address does not affect other recipients.
    for (const userId of await this.administrators.list(tx))
      await this.jobs.enqueue(tx, SendNoticeJob, { organizationId, userId, notice });
  }
}
