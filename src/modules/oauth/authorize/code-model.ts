import type OAuth2Server from '@node-oauth/oauth2-server';
import type { GrantId } from '../../../kernel/ids';
import { AccessForbidden } from '../../../access/access-errors';
import { bearerDigest } from '../../../access/bearer-secret';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { AuthorizationRequest } from './authorization-request';
import type { OAuthClient } from '../applications/clients.read-model';
import type { TokenFamiliesRepository } from '../token/token-families.repository';
import type { GrantGiver, GrantsRepository } from '../grants/grants.repository';
import { CODE_MS } from '../token/lifetimes';
import { newCode } from '../token/oauth-secrets';

interface Parts {
  grants: GrantsRepository;
  families: TokenFamiliesRepository;
  now: Date;
}

interface Authorized {
  giver: GrantGiver;
  client: OAuthClient;
  redirectUri: string;
  asked: AuthorizationRequest;
}

/** The library's storage interface for issuing one authorization code, in the transaction of the decision. */
export class CodeModel {
  private given: GrantId | null = null;

  constructor(
    private readonly tx: InTransaction<TenantContext>,
    private readonly authorized: Authorized,
    private readonly parts: Parts,
  ) {}

  /** The grant of the code; available after the library has saved the code. */
  get grantId(): GrantId {
    return this.given!;
  }

  forLibrary(): OAuth2Server.AuthorizationCodeModel {
    const { client, redirectUri, asked } = this.authorized;
    const own: Partial<OAuth2Server.AuthorizationCodeModel> = {
      getClient: async () => ({
        id: client.clientId,
        grants: ['authorization_code'],
        // The redirect URI was validated before: the port of a loopback address may differ from the registered one.
        redirectUris: [redirectUri],
      }),
      validateScope: async () => [...asked.scopes],
      generateAuthorizationCode: async () => newCode(),
      saveAuthorizationCode: async (code, ofClient, user) => {
        await this.save(code.authorizationCode);
        return { ...code, client: ofClient, user };
      },
    };
    return own as OAuth2Server.AuthorizationCodeModel;
  }

  private async save(code: string): Promise<void> {
    const { giver, client, redirectUri, asked } = this.authorized;
    const { grants, families, now } = this.parts;
    const { applicationId, organizationId: applicationOrganizationId } = client;
    this.given = await grants.give(this.tx, giver, { applicationId, applicationOrganizationId }, now);
    if (this.given === null)
      throw new AccessForbidden('The session, the membership or the application no longer exists');
    await families.insert(this.tx, {
      grantId: this.given,
      scopes: asked.scopes,
      redirectUri,
      codeDigest: bearerDigest(code),
      codeChallenge: asked.codeChallenge,
      codeExpiresAt: new Date(now.getTime() + CODE_MS),
      createdAt: now,
    });
  }
}
