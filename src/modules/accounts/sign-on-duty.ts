import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { SignOnRequired } from '../../access/access-errors';
import type { IncomingRequest } from '../../access/incoming-request';
import { StandingReader } from '../../access/ports';
import { TenantFinder } from '../../access/tenant-finder';

/** Where an organization enforces its single sign-on, nothing else lets in anybody but its owner: the way back when it fails. */
@Injectable()
export class SignOnDuty {
  constructor(
    private readonly tenants: TenantFinder,
    private readonly standings: StandingReader,
  ) {}

  /** After they have proved who they are: whether somebody has an account is told to nobody else. Null: they have none. */
  async check(request: IncomingRequest, userId: UserId | null): Promise<void> {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant' || !named.tenant.requiresSignOn) return;
    const { organizationId } = named.tenant;
    const standing = userId === null ? null : await this.standings.standing(organizationId, userId);
    if (standing?.role !== 'owner') throw new SignOnRequired();
  }
}
