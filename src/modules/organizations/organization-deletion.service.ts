import { Injectable } from '@nestjs/common';
import { tombstoneEnd } from '../../kernel/tombstone';
import { authorize } from '../../access/policy';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { Outbox } from '../../platform/events/outbox';
import { organizationTopic, RecordNotFound } from '../hierarchy';
import { LockedMembersService } from '../members';
import { OrganizationPurgeJob } from './organization-purge.job';
import { OrganizationChanged, SlugNotRepeated } from './organizations.errors';
import { organizationsEvents } from './organizations.events';
import { OrganizationsRepository } from './organizations.repository';
import { deleteOrganization } from './organizations.policy';

@Injectable()
export class OrganizationDeletionService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly members: LockedMembersService,
    private readonly organizations: OrganizationsRepository,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Access ends with the next call, and the slug can be used again. The content is deleted in the background.
   * Members keep their accounts.
   */
  delete(context: CallContext, slug: string, expected?: Date): Promise<void> {
    const { organizationId } = context;
    return this.transactions.run(context, async (tx) => {
      const { actor } = await this.members.lock(tx);
      authorize(deleteOrganization, actor);
      const organization = await this.organizations.find(tx, organizationId);
      if (organization === null) throw new RecordNotFound('organization');
      if (slug !== organization.slug) throw new SlugNotRepeated();
      if (!(await this.organizations.markDeleted(tx, expected))) throw new OrganizationChanged();
      tx.transaction.invalidate(organizationTopic(organizationId));
      await this.jobs.enqueue(tx, OrganizationPurgeJob, { organizationId, keepsRow: true });
      const last = { organizationId, keepsRow: false };
      await this.jobs.enqueue(tx, OrganizationPurgeJob, last, { runAt: tombstoneEnd() });
      await this.outbox.append(tx, organizationsEvents.deleted.create({ organization }));
    });
  }
}
