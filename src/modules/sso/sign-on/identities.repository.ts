import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { SsoIdentityEntity } from './sso-identity.entity';

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
    const { organizationId } = tx;
    await this.database.repository(tx, SsoIdentityEntity).delete([
      { organizationId, issuer, userId },
      { organizationId, issuer, subject },
    ]);
  }

  /** Links to one provider are not valid for its replacement. */
  async invalidateVerification(tx: Tx): Promise<void> {
    const { organizationId } = tx;
    await this.database
      .repository(tx, SsoIdentityEntity)
      .update({ organizationId, isSelfVerified: true }, { isSelfVerified: false });
  }
}
