import { Injectable } from '@nestjs/common';
import { tombstoneEnd } from '../../kernel/tombstone';
import { NotAllowed } from '../../access/access-errors';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { Outbox } from '../../platform/jobs/outbox';
import { organizationTopic, RecordNotFound } from '../hierarchy';
import { HeldMembers } from '../members';
import { OrganizationPurgeJob } from './organization-purge.job';
import { OrganizationChanged, SlugNotRepeated } from './organizations.errors';
import { organizationsEvents } from './organizations.events';
import { OrganizationsRepository } from './organizations.repository';

@Injectable()
export class OrganizationDeletionService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly members: HeldMembers,
    private readonly organizations: OrganizationsRepository,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Nobody gets in from the next call on, and the slug is free; what the organization holds is removed in the
   * background. People keep their accounts.
   */
  delete(context: CallContext, slug: string, expected?: Date): Promise<void> {
    const { organizationId } = context;
    return this.transactions.run(context, async (tx) => {
      const { actor } = await this.members.hold(tx);
      if (actor !== 'owner') throw new NotAllowed('Only the owner may do this');
      const organization = await this.organizations.find(tx, organizationId);
      if (organization === null) throw new RecordNotFound('organization');
      if (slug !== organization.slug) throw new SlugNotRepeated();
      if (!(await this.organizations.markDeleted(tx, expected))) throw new OrganizationChanged();
      tx.transaction.touch(organizationTopic(organizationId));
      await this.jobs.enqueue(tx, OrganizationPurgeJob, { organizationId, keepsRow: true });
      const last = { organizationId, keepsRow: false };
      await this.jobs.enqueue(tx, OrganizationPurgeJob, last, { runAt: tombstoneEnd() });
      await this.outbox.append(tx, organizationsEvents.deleted(organization));
    });
  }
}
