import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { sha256 } from '../../../platform/crypto/digest';
import { Expires, removalOf } from '../../../platform/schedule/expires.decorator';

const USE = statement(
  'sso.use-assertion',
  `insert into sso_used_messages (organization_id, digest, expires_at) values ($1, $2, $3)
   on conflict do nothing returning digest`,
);

/** An identity provider's ID of an assertion or a request. */
export interface MessageId {
  issuer: string;
  id: string;
  validUntil: Date;
}

/** Used assertions and requests of all replicas, stored until they expire. */
@Expires({ kind: 'used SAML messages', removal: removalOf('sso_used_messages') })
@Injectable()
export class UsedMessagesRepository {
  constructor(private readonly database: Database) {}

  /** False if it was used before. A concurrent use waits for the first. */
  async use(tx: InTransaction<TenantContext>, { issuer, id, validUntil }: MessageId): Promise<boolean> {
    const digest = sha256(JSON.stringify([issuer, id]));
    return (await this.database.query(tx, USE, [tx.organizationId, digest, validUntil])).length > 0;
  }
}
