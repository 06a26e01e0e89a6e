import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

const USE = statement(
  'sso.use-assertion',
  `insert into sso_used_messages (organization_id, digest, expires_at) values ($1, $2, $3)
   on conflict do nothing returning digest`,
);

/** What an identity provider calls one assertion, or one request. */
export interface MessageId {
  issuer: string;
  id: string;
  validUntil: Date;
}

/** Assertions and requests that were taken, at any replica, kept for as long as they could be sent again. */
@Injectable()
export class UsedMessagesRepository {
  constructor(private readonly database: Database) {}

  /** False when it was used before. Who uses the same one at the same time waits for the first. */
  async use(tx: InTransaction<TenantContext>, { issuer, id, validUntil }: MessageId): Promise<boolean> {
    const digest = createHash('sha256')
      .update(JSON.stringify([issuer, id]))
      .digest();
    return (await this.database.query(tx, USE, [tx.organizationId, digest, validUntil])).length > 0;
  }
}
