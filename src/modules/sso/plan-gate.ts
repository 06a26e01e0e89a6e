import { Injectable } from '@nestjs/common';
import { TenantDirectory } from '../../access/ports';
import type { CallContext, Tenant } from '../../access/principal';
import { RecordNotFound } from '../hierarchy';
import { refusePlan } from './sign-on-place';

/** Lets procedures of single sign-on work where the organization's plan has it. */
@Injectable()
export class PlanGate {
  constructor(private readonly directory: TenantDirectory) {}

  async check({ organizationId }: CallContext): Promise<Tenant> {
    const tenant = await this.directory.byId(organizationId);
    if (tenant === null) throw new RecordNotFound('organization');
    refusePlan(tenant.plan);
    return tenant;
  }
}
