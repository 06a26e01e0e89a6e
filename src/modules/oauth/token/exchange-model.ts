import OAuth2Server from '@node-oauth/oauth2-server';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { Scope } from '../../../access/scope';
import { bearerDigest } from '../../../access/bearer-secret';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { FormFields } from '../../../http/pages/form-body';
import type { AccessTokensRepository } from './access-tokens.repository';
import type { OAuthClient } from '../applications/clients.read-model';
import type { TokenFamiliesRepository, Family } from './token-families.repository';
import type { RevokeTokenFamilyService } from './revoke-token-family.service';
import { ACCESS_SECONDS, FAMILY_MS, REFRESH_UNUSED_MS } from './lifetimes';
import { isRefreshToken, newAccessToken, newRefreshToken, selectorOf } from './oauth-secrets';

interface Parts {
  families: TokenFamiliesRepository;
  accessTokens: AccessTokensRepository;
  end: RevokeTokenFamilyService;
  now: Date;
}

interface Asked {
  request: IncomingRequest;
  client: OAuthClient;
  fields: FormFields;
}

/** Disables the library's check of expiration, which uses its own clock; the expiration is checked here. */
const NEVER = new Date(8.64e15);

/** The library's storage interface for exchanging a code or a refresh token for tokens, in one transaction. */
export class ExchangeModel {
  /**
   * The transaction must be committed even if the call is rejected, because a code was consumed or a family was
   * revoked.
   */
  mustCommit = false;
  private family: Family | null = null;
  /** The refresh token of this call, after it was identified as the newest of its family. */
  private shownRefreshToken: string | undefined;

  constructor(
    private readonly tx: InTransaction<DatabaseContext>,
    private readonly asked: Asked,
    private readonly parts: Parts,
  ) {}

  forLibrary(): OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel {
    const own: Partial<OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel> = {
      getClient: async () => this.client(),
      getAuthorizationCode: (code) => this.code(code),
      revokeAuthorizationCode: () => this.redeem(),
      getRefreshToken: (token) => this.refreshToken(token),
      // Not needed: the family is locked exclusively, and `save` replaces the token.
      revokeToken: async () => true,
      validateScope: async (_user, _client, scope) =>
        scope !== undefined && scope.length > 0 ? scope : false,
      generateAccessToken: async () => newAccessToken(),
      generateRefreshToken: async () => newRefreshToken(this.shownRefreshToken),
      saveToken: async (token, client, user) => {
        await this.save(token);
        return { ...token, client, user };
      },
    };
    return own as OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel;
  }

  private client(): OAuth2Server.Client {
    return { id: this.asked.client.clientId, grants: ['authorization_code', 'refresh_token'] };
  }

  private async code(code: string): Promise<OAuth2Server.AuthorizationCode | false> {
    const family = await this.parts.families.lockByCode(this.tx, bearerDigest(code));
    if (!this.isOfClient(family)) return false;
    if (family.redeemedAt !== null) return this.reused(family, 'code');
    if (this.isOver(family.expiresAt)) return false;
    this.family = family;
    const { scopes, redirectUri, codeChallenge, userId } = family;
    return {
      authorizationCode: code,
      expiresAt: NEVER,
      redirectUri,
      scope: scopes,
      client: this.client(),
      user: { id: userId },
      ...(codeChallenge === null ? {} : { codeChallenge, codeChallengeMethod: 'S256' }),
    };
  }

  /** Runs before the verifier and the redirect URI are checked, so that a code with a wrong one is consumed as well. */
  private async redeem(): Promise<boolean> {
    const { families, now } = this.parts;
    const isFirst = await families.redeem(this.tx, this.family!, now);
    this.mustCommit = true;
    if (this.asked.fields['redirect_uri'] !== this.family!.redirectUri) {
      throw new OAuth2Server.InvalidGrantError(
        'redirect_uri is not the one that the code was asked for with',
      );
    }
    return isFirst;
  }

  private async refreshToken(token: string): Promise<OAuth2Server.RefreshToken | false> {
    if (!isRefreshToken(token)) return false;
    const family = await this.parts.families.lockBySelector(this.tx, bearerDigest(selectorOf(token)));
    if (!this.isOfClient(family)) return false;
    if (!family.refreshDigest?.equals(bearerDigest(token))) return this.reused(family, 'refresh_token');
    if (this.isOver(family.expiresAt) || this.isOver(family.refreshExpiresAt!)) return false;
    if (family.scopes.length === 0) return false;
    this.family = family;
    this.shownRefreshToken = token;
    return { refreshToken: token, scope: family.scopes, client: this.client(), user: { id: family.userId } };
  }

  private async save(token: OAuth2Server.Token): Promise<void> {
    const { families, accessTokens, now } = this.parts;
    const family = this.family!;
    await accessTokens.insert(this.tx, family, {
      digest: bearerDigest(token.accessToken),
      scopes: token.scope as Scope[],
      expiresAt: later(now, ACCESS_SECONDS * 1_000),
      createdAt: now,
    });
    const refreshToken = token.refreshToken!;
    // The family's lifetime starts when the code is redeemed; refreshing does not extend it.
    const familyExpiresAt =
      family.refreshDigest === null ? later(now, FAMILY_MS) : new Date(family.expiresAt);
    const isNext = await families.rotate(this.tx, family, {
      selectorDigest: bearerDigest(selectorOf(refreshToken)),
      digest: bearerDigest(refreshToken),
      expiresAt: later(now, REFRESH_UNUSED_MS),
      familyExpiresAt,
    });
    if (!isNext) throw new OAuth2Server.InvalidGrantError('The refresh token was already used');
  }

  private async reused(family: Family, what: 'code' | 'refresh_token'): Promise<false> {
    await this.parts.end.reused(this.tx, this.asked.request, family, what);
    this.mustCommit = true;
    return false;
  }

  private isOfClient(family: Family | null): family is Family {
    return family !== null && family.applicationId === this.asked.client.applicationId;
  }

  private isOver(at: string): boolean {
    return Date.parse(at) <= this.parts.now.getTime();
  }
}

function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}
