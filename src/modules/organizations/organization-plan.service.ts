import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../access/audit/audit-trail';
import { operatorActor, operatorContext } from '../../access/audit/operator';
import type { OrganizationId } from '../../kernel/ids';
import type { Plan } from '../../platform/config/limits.config';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { organizationTopic, RecordNotFound } from '../hierarchy';
import { organizationsEvents } from './organizations.events';
import { OrganizationsRepository } from './organizations.repository';

export interface ChangedPlan {
  organizationId: OrganizationId;
  slug: string;
  plan: Plan;
  previous: Plan;
}

/** Changes the plan of an organization, for the operator of the installation. */
@Injectable()
export class OrganizationPlanService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly organizations: OrganizationsRepository,
    private readonly outbox: Outbox,
    private readonly trail: AuditTrail,
  ) {}

  /** Every process applies it with the next call. Emits what organizations.update emits. */
  change(slug: string, plan: Plan): Promise<ChangedPlan> {
    const context = { ...operatorContext(), person: { userId: null } };
    return this.transactions.run(context, async (tx) => {
      const changed = await this.organizations.setPlan(tx, slug, plan);
      if (changed === null) throw new RecordNotFound('organization');
      const { id: organizationId, previous } = changed;
      if (previous !== plan) {
        tx.transaction.invalidate(organizationTopic(organizationId));
        const inOrganization = { ...tx, organizationId };
        const organization = await this.organizations.find(inOrganization, organizationId);
        await this.outbox.append(
          inOrganization,
          organizationsEvents.updated.create({ organization: organization! }),
        );
        await this.trail.record(inOrganization, operatorActor(null), {
          action: 'organizations.changePlan',
          outcome: 'success',
          target: organizationId,
          details: { before: { plan: previous }, after: { plan } },
        });
      }
      return { organizationId, slug, plan, previous };
    });
  }
}
