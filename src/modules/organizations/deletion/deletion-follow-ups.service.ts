import { Injectable } from '@nestjs/common';
import { tombstoneEnd } from '../../../kernel/tombstone';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
import { AdministratorsReadModel } from '../../hierarchy';
import { OrganizationPurgeJob } from './organization-purge.job';
import type { RevertibleDeletion } from './restoration-links.service';
import { restorationEnd } from './restoration-period';
import { SendDeletionNoticeJob } from './send-deletion-notice.job';

type Tx = InTransaction<TenantContext>;

/** The jobs that follow from a deletion. */
@Injectable()
export class DeletionFollowUpsService {
  constructor(
    private readonly administrators: AdministratorsReadModel,
    private readonly jobs: Jobs,
  ) {}

  async schedule(tx: Tx, deletion: RevertibleDeletion): Promise<void> {
    await this.schedulePurge(tx, deletion);
    await this.notify(tx, deletion);
  }

  private async schedulePurge(tx: Tx, { organizationId, deletedAt }: RevertibleDeletion): Promise<void> {
    const deletion = { organizationId, deletedAt };
    const end = restorationEnd();
    await this.jobs.enqueue(tx, OrganizationPurgeJob, { ...deletion, keepsRow: true }, { runAt: end });
    const last = { ...deletion, keepsRow: false };
    await this.jobs.enqueue(tx, OrganizationPurgeJob, last, { runAt: tombstoneEnd(end) });
  }

  /** A job for each administrator: an address that rejects mail delays no other notice. */
  private async notify(tx: Tx, deletion: RevertibleDeletion): Promise<void> {
    for (const userId of await this.administrators.list(tx))
      await this.jobs.enqueue(tx, SendDeletionNoticeJob, { ...deletion, userId });
  }
}
