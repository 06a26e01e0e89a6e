import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { bearerDigest } from '../../../access/bearer-secret';
import type { IncomingRequest } from '../../../access/incoming-request';
import { MembershipReader } from '../../../access/ports';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import type { FormFields } from '../../../http/pages/form-body';
import { AccessTokensRepository } from './access-tokens.repository';
import { ApexHostService } from '../apex-host.service';
import { ClientAuthenticationService } from './client-authentication.service';
import type { OAuthClient } from '../applications/clients.read-model';
import { TokenFamiliesRepository } from './token-families.repository';
import { isAccessToken, isRefreshToken, selectorOf } from './oauth-secrets';
import { OAuthRequestError } from '../oauth-request-error';

export type Introspection =
  | { active: false }
  | {
      active: true;
      scope: string;
      client_id: string;
      token_type?: 'bearer';
      exp: number;
      iat?: number;
      sub: UserId;
      iss: string;
      organization_id: OrganizationId;
    };

const INACTIVE: Introspection = { active: false };

/**
 * POST /oauth/introspect (RFC 7662): the state of a token of the calling application. Tokens of other applications are
 * reported as inactive.
 */
@Injectable()
export class IntrospectionService {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly transactions: TransactionRunner,
    private readonly accessTokens: AccessTokensRepository,
    private readonly families: TokenFamiliesRepository,
    private readonly memberships: MembershipReader,
    private readonly apex: ApexHostService,
  ) {}

  async introspect(request: IncomingRequest, fields: FormFields): Promise<Introspection> {
    const client = await this.clients.authenticate(request, fields);
    // Anyone can use a public client id, and could test stolen tokens with it.
    if (client.secretDigest === null)
      throw new OAuthRequestError('invalid_client', 'A public client cannot use this endpoint');
    const { token } = fields;
    if (!token) throw new OAuthRequestError('invalid_request', 'token is missing');
    if (isAccessToken(token)) return this.ofAccessToken(client, token);
    if (isRefreshToken(token)) return this.ofRefreshToken(client, token);
    return INACTIVE;
  }

  private async ofAccessToken(client: OAuthClient, secret: string): Promise<Introspection> {
    const token = await this.accessTokens.find(NO_TRANSACTION, bearerDigest(secret));
    if (token?.applicationId !== client.applicationId || isOver(token.expiresAt)) return INACTIVE;
    const { organizationId, userId, scopes, expiresAt, createdAt } = token;
    if ((await this.memberships.membership(organizationId, userId)) === null) return INACTIVE;
    return {
      active: true,
      scope: scopes.join(' '),
      client_id: client.clientId,
      token_type: 'bearer',
      exp: seconds(expiresAt),
      iat: seconds(createdAt),
      sub: userId,
      iss: this.apex.issuer,
      organization_id: organizationId,
    };
  }

  private async ofRefreshToken(client: OAuthClient, secret: string): Promise<Introspection> {
    const selector = bearerDigest(selectorOf(secret));
    const family = await this.transactions.run(NO_TRANSACTION, (tx) =>
      this.families.lockBySelector(tx, selector),
    );
    if (family?.applicationId !== client.applicationId) return INACTIVE;
    const { organizationId, userId, scopes, refreshDigest, refreshExpiresAt } = family;
    if (!refreshDigest?.equals(bearerDigest(secret)) || isOver(refreshExpiresAt!)) return INACTIVE;
    if ((await this.memberships.membership(organizationId, userId)) === null) return INACTIVE;
    return {
      active: true,
      scope: scopes.join(' '),
      client_id: client.clientId,
      exp: seconds(refreshExpiresAt!),
      sub: userId,
      iss: this.apex.issuer,
      organization_id: organizationId,
    };
  }
}

function isOver(at: string): boolean {
  return Date.parse(at) <= clock.nowMs();
}

function seconds(at: string): number {
  return Math.floor(Date.parse(at) / 1_000);
}
