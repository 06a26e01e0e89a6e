import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

const USE = statement(
  'sso.use-identity',
  `update sso_identities set last_used_at = $4
   where organization_id = $1 and issuer = $2 and subject = $3
   returning user_id as "userId", is_self_verified as "isSelfVerified"`,
);

const LINK = statement(
  'sso.link-identity',
  `insert into sso_identities (organization_id, issuer, subject, user_id, is_self_verified, created_at, last_used_at)
   values ($1, $2, $3, $4, $5, $6, $6)
   on conflict do nothing returning user_id`,
);

const UNLINK = statement(
  'sso.unlink-identity',
  `delete from sso_identities
   where organization_id = $1 and issuer = $2 and (user_id = $3 or subject = $4)`,
);

const DOUBT = statement(
  'sso.doubt-proofs',
  'update sso_identities set is_self_verified = false where organization_id = $1 and is_self_verified',
);

export interface Identity {
  issuer: string;
  subject: string;
}

export interface LinkedIdentity {
  userId: UserId;
  /** Whether the user linked the identity while signed in by other means. */
  isSelfVerified: boolean;
}

type Tx = InTransaction<TenantContext>;

/** Links between subjects at an identity provider and members. */
@Injectable()
export class IdentitiesRepository {
  constructor(private readonly database: Database) {}

  async use(tx: Tx, { issuer, subject }: Identity): Promise<LinkedIdentity | null> {
    const values = [tx.organizationId, issuer, subject, clock.now()];
    const [row] = await this.database.query<LinkedIdentity>(tx, USE, values);
    return row ?? null;
  }

  /** False if the subject is linked to another user, or the user to another subject of the same provider. */
  async link(tx: Tx, { issuer, subject }: Identity, linked: LinkedIdentity): Promise<boolean> {
    const { userId, isSelfVerified } = linked;
    const values = [tx.organizationId, issuer, subject, userId, isSelfVerified, clock.now()];
    return (await this.database.query(tx, LINK, values)).length > 0;
  }

  /** Unlinks the subject and the user. */
  async unlink(tx: Tx, { issuer, subject }: Identity, userId: UserId): Promise<void> {
    await this.database.query(tx, UNLINK, [tx.organizationId, issuer, userId, subject]);
  }

  /** Links to one provider are not valid for its replacement. */
  async invalidateVerification(tx: Tx): Promise<void> {
    await this.database.query(tx, DOUBT, [tx.organizationId]);
  }
}
