import { Injectable } from '@nestjs/common';
import { TenantDirectory } from '../../../access/ports';
import type { CallContext, Tenant } from '../../../access/principal';
import { RecordNotFound } from '../../hierarchy';
import { rejectPlan } from '../sign-on/sso-tenant.service';

/** Rejects single sign-on procedures if the organization's plan does not include them. */
@Injectable()
export class SsoPlanService {
  constructor(private readonly directory: TenantDirectory) {}

  async check({ organizationId }: CallContext): Promise<Tenant> {
    const tenant = await this.directory.byId(organizationId);
    if (tenant === null) throw new RecordNotFound('organization');
    rejectPlan(tenant.plan);
    return tenant;
  }
}
