import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import type { CallContext, UserContext } from '../../access/principal';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { Jobs } from '../../platform/jobs/jobs';
import { organizationTopic, RecordNotFound } from '../hierarchy';
import { NewOrganizationService } from './new-organization.service';
import { OrganizationChanged, SessionNeeded } from './organizations.errors';
import { organizationsEvents } from './organizations.events';
import { OrganizationsRepository } from './organizations.repository';
import type {
  OrganizationOutput,
  OrganizationsCreateInput,
  OrganizationsUpdateInput,
} from './organizations.schemas';
import { AnnounceTwoFactorJob } from './two-factor/announce-two-factor.job';

@Injectable()
export class OrganizationsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly organizations: OrganizationsRepository,
    private readonly newOrganizations: NewOrganizationService,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  async get(context: TenantContext & { organizationId: OrganizationId }): Promise<OrganizationOutput> {
    const organization = await this.organizations.find(context, context.organizationId);
    if (organization === null) throw new RecordNotFound('organization');
    return organization;
  }

  async create(
    context: UserContext,
    { name, slug, ...settings }: OrganizationsCreateInput,
  ): Promise<OrganizationOutput> {
    if (context.person.credential.kind !== 'session') throw new SessionNeeded();
    return this.transactions.run(context, (tx) =>
      this.newOrganizations.create(tx, { name, slug, slugPath: 'slug', settings }),
    );
  }

  update(context: CallContext, input: OrganizationsUpdateInput): Promise<OrganizationOutput> {
    return this.transactions.run(context, async (tx) => {
      const updated = await this.organizations.update(tx, input);
      if (updated === null) throw new OrganizationChanged();
      const { organization, setsTwoFactorDeadline } = updated;
      tx.transaction.invalidate(organizationTopic(organization.id));
      await this.outbox.append(tx, organizationsEvents.updated.create({ organization }));
      if (setsTwoFactorDeadline) {
        const { id: organizationId } = organization;
        await this.jobs.enqueue(tx, AnnounceTwoFactorJob, { organizationId }, { key: organizationId });
      }
      return organization;
    });
  }
}
