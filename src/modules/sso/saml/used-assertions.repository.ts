import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { VerifiedAssertion } from './saml-assertion';

const USE = statement(
  'sso.use-assertion',
  `insert into sso_used_assertions (organization_id, digest, expires_at) values ($1, $2, $3)
   on conflict do nothing returning digest`,
);

/** Assertions that have signed somebody on, at any replica, kept for as long as they could be sent again. */
@Injectable()
export class UsedAssertionsRepository {
  constructor(private readonly database: Database) {}

  /** False when it was used before. Who uses the same one at the same time waits for the first. */
  async use(
    tx: InTransaction<TenantContext>,
    { issuer, id, validUntil }: VerifiedAssertion,
  ): Promise<boolean> {
    const digest = createHash('sha256')
      .update(JSON.stringify([issuer, id]))
      .digest();
    return (await this.database.query(tx, USE, [tx.organizationId, digest, validUntil])).length > 0;
  }
}
