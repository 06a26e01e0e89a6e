import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../access/audit/audit-trail';
import { operatorActor, operatorContext } from '../../access/audit/operator';
import type { OrganizationId } from '../../kernel/ids';
import type { Plan } from '../../platform/config/limits.config';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { organizationTopic, RecordNotFound } from '../hierarchy';
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
    private readonly trail: AuditTrail,
  ) {}

  /** Every process applies it with the next call. */
  change(slug: string, plan: Plan): Promise<ChangedPlan> {
    return this.transactions.run(operatorContext(), async (tx) => {
      const changed = await this.organizations.setPlan(tx, slug, plan);
      if (changed === null) throw new RecordNotFound('organization');
      const { id: organizationId, previous } = changed;
      if (previous !== plan) {
        tx.transaction.invalidate(organizationTopic(organizationId));
        await this.trail.record({ ...tx, organizationId }, operatorActor(null), {
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
