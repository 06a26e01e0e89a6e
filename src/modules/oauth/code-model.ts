import type OAuth2Server from '@node-oauth/oauth2-server';
import type { GrantId } from '../../kernel/ids';
import { NotAllowed } from '../../access/access-errors';
import { bearerDigest } from '../../access/bearer-secret';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import type { AuthorizationRequest } from './authorization-request';
import type { OAuthClient } from './clients.read-model';
import type { FamiliesRepository } from './families.repository';
import type { GrantGiver, GrantsRepository } from './grants.repository';
import { CODE_MS } from './lifetimes';
import { newCode } from './oauth-secrets';

interface Parts {
  grants: GrantsRepository;
  families: FamiliesRepository;
  now: Date;
}

interface Authorized {
  giver: GrantGiver;
  client: OAuthClient;
  redirectUri: string;
  asked: AuthorizationRequest;
}

/** What the library asks to make a code of one decision, in its transaction. */
export class CodeModel {
  private given: GrantId | null = null;

  constructor(
    private readonly tx: InTransaction<TenantContext>,
    private readonly authorized: Authorized,
    private readonly parts: Parts,
  ) {}

  /** The grant that the code is of, once there is one. */
  get grantId(): GrantId {
    return this.given!;
  }

  forLibrary(): OAuth2Server.AuthorizationCodeModel {
    const { client, asked } = this.authorized;
    const own: Partial<OAuth2Server.AuthorizationCodeModel> = {
      getClient: async () => ({
        id: client.clientId,
        grants: ['authorization_code'],
        redirectUris: client.redirectUris,
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
      throw new NotAllowed('Your session, your membership or the application has ended meanwhile');
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
