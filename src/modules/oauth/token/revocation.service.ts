import { Injectable } from '@nestjs/common';
import { bearerDigest } from '../../../access/bearer-secret';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import type { FormFields } from '../../../http/pages/form-body';
import { AccessTokensRepository } from './access-tokens.repository';
import { ClientAuthenticationService } from './client-authentication.service';
import type { OAuthClient } from '../applications/clients.read-model';
import { TokenFamiliesRepository } from './token-families.repository';
import { RevokeTokenFamilyService } from './revoke-token-family.service';
import { isAccessToken, isRefreshToken, selectorOf } from './oauth-secrets';
import { OAuthRequestError } from '../oauth-request-error';
import { grantTopic } from '../topics';

type Tx = InTransaction<DatabaseContext>;

/**
 * POST /oauth/revoke (RFC 7009): revokes a token of the calling application. Tokens of other applications are treated
 * as unknown.
 */
@Injectable()
export class RevocationService {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly transactions: TransactionRunner,
    private readonly accessTokens: AccessTokensRepository,
    private readonly families: TokenFamiliesRepository,
    private readonly end: RevokeTokenFamilyService,
  ) {}

  async revoke(request: IncomingRequest, fields: FormFields): Promise<void> {
    const client = await this.clients.authenticate(request, fields);
    const { token } = fields;
    if (!token) throw new OAuthRequestError('invalid_request', 'token is missing');
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      if (isAccessToken(token)) await this.endAccessToken(tx, client, token);
      else if (isRefreshToken(token)) await this.endFamily(tx, client, token);
    });
  }

  private async endAccessToken(tx: Tx, client: OAuthClient, token: string): Promise<void> {
    const digest = bearerDigest(token);
    const found = await this.accessTokens.find(tx, digest);
    if (found?.applicationId !== client.applicationId) return;
    await this.accessTokens.delete(tx, found.organizationId, digest);
    tx.transaction.invalidate(grantTopic(found.grantId));
  }

  /** Revoking a refresh token, current or replaced, revokes its whole family. */
  private async endFamily(tx: Tx, client: OAuthClient, token: string): Promise<void> {
    const family = await this.families.lockBySelector(tx, bearerDigest(selectorOf(token)));
    if (family?.applicationId === client.applicationId) await this.end.revoked(tx, family);
  }
}
