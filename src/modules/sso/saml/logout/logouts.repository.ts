import { Injectable } from '@nestjs/common';
import { clock } from '../../../../kernel/clock';
import { Database } from '../../../../platform/database/database';
import { statement } from '../../../../platform/database/statement';
import type { TenantContext } from '../../../../platform/database/tenant.repository';
import { SIGN_ON_MINUTES } from '../../sign-on/sign-on-requests.repository';
import { Expires, removalOf } from '../../../../platform/schedule/expires.decorator';

const BEGIN = statement(
  'sso-logouts.begin',
  `insert into sso_logouts (organization_id, id, browser_digest, expires_at) values ($1, $2, $3, $4)`,
);

const TAKE = statement(
  'sso-logouts.take',
  `delete from sso_logouts
   where organization_id = $1 and id = $2 and browser_digest = $3 and expires_at > $4 returning id`,
);

/** Pending logout requests at identity providers. */
@Expires({ kind: 'sign-outs', removal: removalOf('sso_logouts') })
@Injectable()
export class LogoutsRepository {
  constructor(private readonly database: Database) {}

  async begin(context: TenantContext, id: string, browserDigest: Buffer): Promise<void> {
    const expiresAt = new Date(clock.nowMs() + SIGN_ON_MINUTES * 60_000);
    await this.database.query(context, BEGIN, [context.organizationId, id, browserDigest, expiresAt]);
  }

  /** Succeeds once. False if this browser did not start the logout, or if the request has expired or was used. */
  async take(context: TenantContext, id: string, browserDigest: Buffer): Promise<boolean> {
    const values = [context.organizationId, id, browserDigest, clock.now()];
    return (await this.database.query(context, TAKE, values)).length > 0;
  }
}
