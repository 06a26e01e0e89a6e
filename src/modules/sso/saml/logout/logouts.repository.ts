import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { clock } from '../../../../kernel/clock';
import { Database } from '../../../../platform/database/database';
import type { TenantContext } from '../../../../platform/database/tenant.repository';
import { SIGN_ON_MINUTES } from '../../sign-on/sign-on-requests.repository';
import { Expires, removalOf } from '../../../../platform/schedule/expires.decorator';
import { LogoutEntity } from './logout.entity';

/** Pending logout requests at identity providers. */
@Expires({ kind: 'sign-outs', removal: removalOf('sso_logouts') })
@Injectable()
export class LogoutsRepository {
  constructor(private readonly database: Database) {}

  async begin(context: TenantContext, id: string, browserDigest: Buffer): Promise<void> {
    const expiresAt = new Date(clock.nowMs() + SIGN_ON_MINUTES * 60_000);
    const { organizationId } = context;
    await this.database
      .repository(context, LogoutEntity)
      .insert({ organizationId, id, browserDigest, expiresAt });
  }

  /** Succeeds once. False if this browser did not start the logout, or if the request has expired or was used. */
  async take(context: TenantContext, id: string, browserDigest: Buffer): Promise<boolean> {
    const { organizationId } = context;
    const { affected } = await this.database
      .repository(context, LogoutEntity)
      .delete({ organizationId, id, browserDigest, expiresAt: MoreThan(clock.now()) });
    return affected === 1;
  }
}
