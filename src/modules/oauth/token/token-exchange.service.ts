import { Injectable } from '@nestjs/common';
import OAuth2Server from '@node-oauth/oauth2-server';
import { clock } from '../../../kernel/clock';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import type { FormFields } from '../../../http/pages/form-body';
import { AccessTokensRepository } from './access-tokens.repository';
import { ClientAuthenticationService } from './client-authentication.service';
import { ExchangeModel } from './exchange-model';
import { TokenFamiliesRepository } from './token-families.repository';
import { RevokeTokenFamilyService } from './revoke-token-family.service';
import { byLibrary } from './library-errors';
import { ACCESS_SECONDS } from './lifetimes';
import { OAuthRequestError } from '../oauth-request-error';

const GRANT_TYPES: ReadonlySet<string> = new Set(['authorization_code', 'refresh_token']);

/** The response of the token endpoint, for both grant types. */
export interface TokenAnswer {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** POST /oauth/token: exchanges a code or a refresh token for tokens. */
@Injectable()
export class TokenExchangeService {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly transactions: TransactionRunner,
    private readonly families: TokenFamiliesRepository,
    private readonly accessTokens: AccessTokensRepository,
    private readonly end: RevokeTokenFamilyService,
  ) {}

  async exchange(request: IncomingRequest, fields: FormFields): Promise<TokenAnswer> {
    const client = await this.clients.authenticate(request, fields);
    const grantType = fields['grant_type'];
    if (!grantType) throw new OAuthRequestError('invalid_request', 'grant_type is missing');
    if (!GRANT_TYPES.has(grantType)) {
      throw new OAuthRequestError(
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token',
      );
    }
    const outcome = await this.transactions.run(NO_TRANSACTION, async (tx) => {
      const parts = {
        families: this.families,
        accessTokens: this.accessTokens,
        end: this.end,
        now: clock.now(),
      };
      const model = new ExchangeModel(tx, { request, client, fields }, parts);
      try {
        return await byLibrary(() => answered(model, client.clientId, fields));
      } catch (rejection) {
        // Returned instead of thrown, so that the transaction is committed.
        if (rejection instanceof OAuthRequestError && model.mustCommit) return rejection;
        throw rejection;
      }
    });
    if (outcome instanceof OAuthRequestError) throw outcome;
    return outcome;
  }
}

async function answered(model: ExchangeModel, clientId: string, fields: FormFields): Promise<TokenAnswer> {
  const server = new OAuth2Server({
    model: model.forLibrary(),
    // The client was authenticated before, with methods that the library does not distinguish.
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
    accessTokenLifetime: ACCESS_SECONDS,
  });
  // Only the defined fields: the library must not read other fields of the client.
  const { grant_type, code, redirect_uri, code_verifier, refresh_token, scope } = fields;
  const given = { client_id: clientId, grant_type, code, redirect_uri, code_verifier, refresh_token, scope };
  const body = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
  );
  const token = await server.token(
    new OAuth2Server.Request({
      method: 'POST',
      query: {},
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
      body,
    }),
    new OAuth2Server.Response({ headers: {} }),
  );
  return {
    access_token: token.accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token: token.refreshToken!,
    scope: (token.scope ?? []).join(' '),
  };
}
