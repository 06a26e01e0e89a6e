import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { ApplicationId, GrantId, OrganizationId, UserId } from '../../../kernel/ids';
import type { Scope } from '../../../access/scope';
import { Database } from '../../../platform/database/database';
import { type Statement, statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TokenFamilyEntity } from './token-family.entity';

export interface NewFamily {
  grantId: GrantId;
  scopes: readonly Scope[];
  redirectUri: string;
  codeDigest: Buffer;
  codeChallenge: string | null;
  codeExpiresAt: Date;
  createdAt: Date;
}

/** One consent with its code and tokens. */
export interface Family {
  organizationId: OrganizationId;
  id: string;
  grantId: GrantId;
  userId: UserId;
  applicationId: ApplicationId;
  /** The scopes of the consent that the application still has. */
  scopes: Scope[];
  redirectUri: string;
  codeChallenge: string | null;
  redeemedAt: string | null;
  refreshDigest: Buffer | null;
  /** When the family expires; until the code is redeemed, when the code expires. */
  expiresAt: string;
  refreshExpiresAt: string | null;
}

// By secret, because the organization is not known yet. Locked, so that concurrent calls with the same secret run one
// after the other.
const LOCK = (key: 'code_digest' | 'selector_digest') =>
  statement(
    `oauth-families.lock-by-${key}`,
    `select family.organization_id as "organizationId", family.id, family.grant_id as "grantId",
       grants.user_id as "userId", grants.application_id as "applicationId",
       array(select scope from unnest(family.scopes) scope where scope = any (application.scopes)) as scopes,
       family.redirect_uri as "redirectUri", family.code_challenge as "codeChallenge",
       family.redeemed_at as "redeemedAt", family.refresh_digest as "refreshDigest",
       family.expires_at as "expiresAt", family.refresh_expires_at as "refreshExpiresAt"
     from oauth_families family
     join oauth_grants grants on grants.organization_id = family.organization_id and grants.id = family.grant_id
     join oauth_applications application
       on application.organization_id = grants.application_organization_id
       and application.id = grants.application_id
     join organizations organization on organization.id = family.organization_id and organization.deleted_at is null
     where family.${key} = $1
     for update of family`,
  );
const LOCK_BY_CODE = LOCK('code_digest');
const LOCK_BY_SELECTOR = LOCK('selector_digest');

// Only replaces the token that was presented, so that a second concurrent call changes nothing.
const ROTATE = statement(
  'oauth-families.rotate',
  `update oauth_families
   set selector_digest = $3, refresh_digest = $4, refresh_expires_at = least($5::timestamptz, $6::timestamptz), expires_at = $6
   where organization_id = $1 and id = $2 and refresh_digest is not distinct from $7 returning 1`,
);

export interface NewRefreshToken {
  selectorDigest: Buffer;
  digest: Buffer;
  expiresAt: Date;
  familyExpiresAt: Date;
}

type Tx = InTransaction<DatabaseContext>;

@Injectable()
export class TokenFamiliesRepository {
  constructor(private readonly database: Database) {}

  async insert(tx: InTransaction<TenantContext>, family: NewFamily): Promise<void> {
    const { codeExpiresAt, scopes, ...values } = family;
    const { organizationId } = tx;
    await this.database
      .repository(tx, TokenFamilyEntity)
      .insert({ ...values, organizationId, scopes: [...scopes], expiresAt: codeExpiresAt });
  }

  lockByCode(tx: Tx, digest: Buffer): Promise<Family | null> {
    return this.lock(tx, LOCK_BY_CODE, digest);
  }

  /** By the prefix that all refresh tokens of the family have. */
  lockBySelector(tx: Tx, digest: Buffer): Promise<Family | null> {
    return this.lock(tx, LOCK_BY_SELECTOR, digest);
  }

  /** False if the code was already used. */
  async redeem(tx: Tx, { organizationId, id }: Family, now: Date): Promise<boolean> {
    const { affected } = await this.database
      .repository(tx, TokenFamilyEntity)
      .update({ organizationId, id, redeemedAt: IsNull() }, { redeemedAt: now });
    return affected === 1;
  }

  /** False if the family has another refresh token now. */
  async rotate(tx: Tx, family: Family, next: NewRefreshToken): Promise<boolean> {
    const { organizationId, id, refreshDigest } = family;
    const rows = await this.database.query(tx, ROTATE, [
      organizationId,
      id,
      next.selectorDigest,
      next.digest,
      next.expiresAt,
      next.familyExpiresAt,
      refreshDigest,
    ]);
    return rows.length > 0;
  }

  /** Deletes the family with all its tokens. */
  async end(tx: Tx, { organizationId, id }: Pick<Family, 'organizationId' | 'id'>): Promise<void> {
    await this.database.repository(tx, TokenFamilyEntity).delete({ organizationId, id });
  }

  private async lock(tx: Tx, by: Statement, digest: Buffer): Promise<Family | null> {
    const [family] = await this.database.query<Family>(tx, by, [digest]);
    return family ?? null;
  }
}
