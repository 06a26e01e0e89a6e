import { Injectable } from '@nestjs/common';
import { compactVerify, type JWTVerifyGetKey } from 'jose';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { Log } from '../logging/log';
import { DiscoveredClients } from './discovered-clients';
import type { OpenIdChecks, OpenIdClaims, OpenIdClient } from './open-id-client';
import { OpenIdProblem, openIdProblem } from './open-id-problem';

/** The limit of OpenID Connect is 255 ASCII characters. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/;

/** Sends users to identity providers and reads their claims: code flow with PKCE, state and nonce. */
@Injectable()
export class OpenIdConnect {
  constructor(
    private readonly clients: DiscoveredClients,
    private readonly log: Log,
  ) {}

  /** The URL for the browser, and the state that the callback must match. */
  async begin(client: OpenIdClient, state: string): Promise<{ url: string; checks: OpenIdChecks }> {
    const { configuration } = await this.clients.find(client);
    const checks = { state, nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: client.redirectUri,
      scope: client.scope,
      state,
      ...(client.endpoints ? {} : { nonce: checks.nonce }),
      code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, checks };
  }

  /**
   * The claims of an ID token after its signature, issuer, audience, times and nonce were verified. `wanted` claims that the
   * token does not contain are requested from the userinfo endpoint.
   */
  async finish(
    client: OpenIdClient,
    query: string,
    checks: OpenIdChecks,
    wanted: readonly string[] = ['email'],
  ): Promise<OpenIdClaims> {
    const { configuration, keys } = await this.clients.find(client);
    try {
      const tokens = await authorizationCodeGrant(configuration, returned(client, query), {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.codeVerifier,
        idTokenExpected: true,
      });
      // The library trusts TLS: it does not verify the signature of an ID token from the token endpoint.
      await verifySignature(tokens.id_token!, keys);
      const claims = tokens.claims()!;
      // The library requires this only of tokens for several audiences.
      if (claims.azp !== undefined && claims.azp !== client.clientId)
        throw new OpenIdProblem('token_refused', undefined, 'azp');
      if (!SUBJECT.test(claims.sub)) throw new OpenIdProblem('token_refused', undefined, 'sub');
      const isComplete =
        wanted.every((name) => claims[name] !== undefined) ||
        configuration.serverMetadata().userinfo_endpoint === undefined;
      const more = isComplete ? {} : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { ...more, ...claims };
    } catch (error) {
      throw this.logged(openIdProblem(error), client);
    }
  }

  /** The access token of a provider without ID tokens. */
  async finishPlain(client: OpenIdClient, query: string, checks: OpenIdChecks): Promise<string> {
    const { configuration } = await this.clients.find(client);
    try {
      const tokens = await authorizationCodeGrant(configuration, returned(client, query), {
        expectedState: checks.state,
        pkceCodeVerifier: checks.codeVerifier,
      });
      return tokens.access_token;
    } catch (error) {
      throw this.logged(openIdProblem(error), client);
    }
  }

  private logged(problem: OpenIdProblem, { issuer }: OpenIdClient): OpenIdProblem {
    const { reason, detail, providerError } = problem;
    this.log.warn('an identity provider rejected a sign-in', {
      issuer,
      reason,
      problem: detail,
      ...providerError,
    });
    return problem;
  }
}

/** Only asymmetric algorithms; the library has verified that the provider uses the token's algorithm. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

async function verifySignature(token: string, keys: JWTVerifyGetKey | null): Promise<void> {
  if (keys === null) throw new OpenIdProblem('provider_unreachable', undefined, 'jwks_uri');
  await compactVerify(token, keys, { algorithms: ALGORITHMS });
}

function returned({ redirectUri }: OpenIdClient, query: string): URL {
  return new URL(`${redirectUri}?${query}`);
}
