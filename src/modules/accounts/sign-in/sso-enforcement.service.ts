import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { SignOnRequired } from '../../../access/access-errors';
import type { IncomingRequest } from '../../../access/incoming-request';
import { MembershipReader } from '../../../access/ports';
import { TenantFinder } from '../../../access/tenant-finder';
import { isOwner } from '../../../access/role';

/**
 * If an organization enforces single sign-on, only its owner can sign in otherwise, in order to recover from
 * a failure.
 */
@Injectable()
export class SsoEnforcementService {
  constructor(
    private readonly tenants: TenantFinder,
    private readonly memberships: MembershipReader,
  ) {}

  /**
   * Checked after authentication, so that it does not reveal whether an account exists. Null: there is no
   * account.
   */
  async check(request: IncomingRequest, userId: UserId | null): Promise<void> {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant' || !named.tenant.requiresSignOn) return;
    const { organizationId } = named.tenant;
    const membership = userId === null ? null : await this.memberships.membership(organizationId, userId);
    if (!isOwner(membership?.role)) throw new SignOnRequired();
  }
}
