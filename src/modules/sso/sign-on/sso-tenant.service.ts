import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { Tenant } from '../../../access/principal';
import { TenantFinder } from '../../../access/tenant-finder';
import { type Plan } from '../../../platform/config/limits.config';
import { SignOnRejected } from './sign-on-rejected';

const PLANS: ReadonlySet<Plan> = new Set(['business', 'enterprise']);

/** Resolves the organization of a sign-in, and whether its plan includes single sign-on. */
@Injectable()
export class SsoTenantService {
  constructor(private readonly tenants: TenantFinder) {}

  /** The organization of the host. */
  async of(request: IncomingRequest): Promise<Tenant> {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant') throw new AppError('NOT_FOUND', 'No such organization');
    rejectPlan(named.tenant.plan);
    return named.tenant;
  }
}

export function includesSignOn(plan: Plan): boolean {
  return PLANS.has(plan);
}

export function rejectPlan(plan: Plan): void {
  if (!includesSignOn(plan)) throw new SignOnRejected('plan');
}
