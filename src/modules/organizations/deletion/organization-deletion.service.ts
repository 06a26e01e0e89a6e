import { Injectable } from '@nestjs/common';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import { Reauthentication } from '../../../access/sessions/reauthentication';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { Jobs } from '../../../platform/jobs/jobs';
import { SUCCESS } from '../../../rpc/schema';
import { organizationTopic, RecordNotFound } from '../../hierarchy';
import { LockedMembersService } from '../../members';
import { OrganizationChanged, SlugNotRepeated } from '../organizations.errors';
import { organizationsEvents } from '../organizations.events';
import { OrganizationsRepository } from '../organizations.repository';
import { deleteOrganization } from '../organizations.policy';
import type { OrganizationsDeleteInput } from '../organizations.schemas';
import { AnnounceDeletionJob } from './announce-deletion.job';
import { DeletedOrganizationsRepository } from './deleted-organizations.repository';
import { OrganizationPurgeJob } from './organization-purge.job';
import { purgeTime } from './restoration-period';

@Injectable()
export class OrganizationDeletionService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly members: LockedMembersService,
    private readonly organizations: OrganizationsRepository,
    private readonly deleted: DeletedOrganizationsRepository,
    private readonly reauthentication: Reauthentication,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Reauthenticates, which is slow. With the returned function, access ends with the next call, and the slug can be used again.
   * The owner can restore the organization for a week; then its content is deleted in the background. Members keep their
   * accounts.
   */
  async prepare(context: CallContext, { slug, expectedUpdatedAt, ...evidence }: OrganizationsDeleteInput) {
    const proof = await this.reauthentication.check(context.person, evidence);
    const { organizationId } = context;
    return (inside: CallContext) =>
      this.transactions.run(inside, async (tx) => {
        const { actor } = await this.members.lock(tx);
        authorize(deleteOrganization, actor);
        await proof.use(tx);
        const organization = await this.organizations.find(tx, organizationId);
        if (organization === null) throw new RecordNotFound('organization');
        if (slug !== organization.slug) throw new SlugNotRepeated();
        const deletedAt = await this.deleted.mark(tx, expectedUpdatedAt);
        if (deletedAt === null) throw new OrganizationChanged();
        tx.transaction.invalidate(organizationTopic(organizationId));
        const purge = { organizationId, deletedAt, keepsRow: true };
        await this.jobs.enqueue(tx, OrganizationPurgeJob, purge, { runAt: purgeTime() });
        await this.jobs.enqueue(tx, AnnounceDeletionJob, { organizationId, slug, deletedAt });
        await this.outbox.append(tx, organizationsEvents.deleted.create({ organization }));
        return SUCCESS;
      });
  }
}
