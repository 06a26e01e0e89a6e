import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { SignOnRequired } from '../../access/access-errors';
import type { IncomingRequest } from '../../access/incoming-request';
import { StandingReader } from '../../access/ports';
import { TenantFinder } from '../../access/tenant-finder';

/** Where an organization enforces its single sign-on, passwords let in its owner alone: the way back when it fails. */
@Injectable()
export class SignOnDuty {
  constructor(
    private readonly tenants: TenantFinder,
    private readonly standings: StandingReader,
  ) {}

  /** After the password was right: whether somebody has an account is told to nobody else. */
  async check(request: IncomingRequest, userId: UserId): Promise<void> {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant' || !named.tenant.requiresSignOn) return;
    const standing = await this.standings.standing(named.tenant.organizationId, userId);
    if (standing?.role !== 'owner') throw new SignOnRequired();
  }
}
