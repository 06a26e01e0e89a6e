import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import type { CallContext, PersonContext } from '../../access/principal';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
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

@Injectable()
export class OrganizationsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly organizations: OrganizationsRepository,
    private readonly newOrganizations: NewOrganizationService,
    private readonly outbox: Outbox,
  ) {}

  async get(context: TenantContext & { organizationId: OrganizationId }): Promise<OrganizationOutput> {
    const organization = await this.organizations.find(context, context.organizationId);
    if (organization === null) throw new RecordNotFound('organization');
    return organization;
  }

  async create(
    context: PersonContext,
    { name, slug, ...settings }: OrganizationsCreateInput,
  ): Promise<OrganizationOutput> {
    if (context.person.credential.kind !== 'session') throw new SessionNeeded();
    return this.transactions.run(context, (tx) =>
      this.newOrganizations.create(tx, { name, slug, slugPath: 'slug', settings }),
    );
  }

  update(context: CallContext, input: OrganizationsUpdateInput): Promise<OrganizationOutput> {
    return this.transactions.run(context, async (tx) => {
      const organization = await this.organizations.update(tx, input);
      if (organization === null) throw new OrganizationChanged();
      tx.transaction.touch(organizationTopic(organization.id));
      await this.outbox.append(tx, organizationsEvents.updated(organization));
      return organization;
    });
  }
}
