import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
import { AdministratorsReadModel } from './administrators.read-model';
import type { Notice } from './notice';
import { SendNotice } from './send-notice.job';

/** Has everybody who administers an organization told, once the transaction has committed. */
@Injectable()
export class Notices {
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
    // A job for each: one address that mail does not reach keeps it from nobody else.
    for (const userId of await this.administrators.list(tx))
      await this.jobs.enqueue(tx, SendNotice, { organizationId, userId, notice });
  }
}
