import { Injectable } from '@nestjs/common';
import type { ApplicationId, OrganizationId } from '../../../kernel/ids';
import type { Scope } from '../../../access/scope';
import { OAuthConfig } from '../../../platform/config/oauth.config';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';

/** An application as the authorization server sees it, identified only by its client id. */
export interface OAuthClient {
  clientId: string;
  applicationId: ApplicationId;
  /** The organization that registered the application. */
  organizationId: OrganizationId;
  organizationName: string;
  name: string;
  /** Null for a public client. */
  secretDigest: Buffer | null;
  redirectUris: string[];
  scopes: Scope[];
  /** True for a public client, and for every application if the operator requires PKCE. */
  mustUsePkce: boolean;
}

// Without an organization, which is not known yet; the client id is random and unique.
const FIND = statement(
  'oauth-clients.find',
  `select application.client_id as "clientId", application.id as "applicationId",
     application.organization_id as "organizationId", publisher.name as "organizationName", application.name,
     application.secret_digest as "secretDigest", application.redirect_uris as "redirectUris", application.scopes
   from oauth_applications application
   join organizations publisher on publisher.id = application.organization_id and publisher.deleted_at is null
   where application.client_id = $1`,
);

@Injectable()
export class ClientsReadModel {
  constructor(
    private readonly database: Database,
    private readonly config: OAuthConfig,
  ) {}

  async find(clientId: string): Promise<OAuthClient | null> {
    // PostgreSQL cannot store such a text, so no client has such an id.
    if (clientId.includes('\u0000') || !clientId.isWellFormed()) return null;
    const [client] = await this.database.query<Omit<OAuthClient, 'mustUsePkce'>>(NO_TRANSACTION, FIND, [
      clientId,
    ]);
    if (client === undefined) return null;
    return { ...client, mustUsePkce: this.config.pkce === 'required' || client.secretDigest === null };
  }
}
