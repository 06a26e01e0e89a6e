import { Injectable } from '@nestjs/common';
import type { ApplicationId, GrantId, OrganizationId, UserId } from '../../../kernel/ids';
import type { Scope } from '../../../access/scope';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { AccessTokenEntity } from './access-token.entity';
import type { Family } from './token-families.repository';

/** An access token with its user and its application. */
export interface AccessToken {
  organizationId: OrganizationId;
  grantId: GrantId;
  userId: UserId;
  applicationId: ApplicationId;
  applicationOrganizationId: OrganizationId;
  clientId: string;
  /** The scopes that the application still has. */
  scopes: Scope[];
  expiresAt: string;
  createdAt: string;
}

// By secret, because the organization is not known yet: one index finds the token, primary keys find the rest.
const FIND = statement(
  'oauth-access-tokens.find',
  `select token.organization_id as "organizationId", grants.id as "grantId", grants.user_id as "userId",
     application.id as "applicationId", application.organization_id as "applicationOrganizationId",
     application.client_id as "clientId",
     array(select scope from unnest(token.scopes) scope where scope = any (application.scopes)) as scopes,
     token.expires_at as "expiresAt", token.created_at as "createdAt"
   from oauth_access_tokens token
   join oauth_families family on family.organization_id = token.organization_id and family.id = token.family_id
   join oauth_grants grants on grants.organization_id = family.organization_id and grants.id = family.grant_id
   join oauth_applications application
     on application.organization_id = grants.application_organization_id
     and application.id = grants.application_id
   join organizations publisher on publisher.id = application.organization_id and publisher.deleted_at is null
   where token.secret_digest = $1`,
);

export interface NewAccessToken {
  digest: Buffer;
  scopes: readonly Scope[];
  expiresAt: Date;
  createdAt: Date;
}

type Tx = InTransaction<DatabaseContext>;

@Injectable()
export class AccessTokensRepository {
  constructor(private readonly database: Database) {}

  async insert(tx: Tx, { organizationId, id }: Family, token: NewAccessToken): Promise<void> {
    const { digest, scopes, expiresAt, createdAt } = token;
    await this.database.repository(tx, AccessTokenEntity).insert({
      organizationId,
      secretDigest: digest,
      familyId: id,
      scopes: [...scopes],
      expiresAt,
      createdAt,
    });
  }

  /** Also finds an expired token. */
  async find(context: DatabaseContext, digest: Buffer): Promise<AccessToken | null> {
    const [token] = await this.database.query<AccessToken>(context, FIND, [digest]);
    return token ?? null;
  }

  async delete(tx: Tx, organizationId: OrganizationId, digest: Buffer): Promise<void> {
    await this.database.repository(tx, AccessTokenEntity).delete({ organizationId, secretDigest: digest });
  }
}
