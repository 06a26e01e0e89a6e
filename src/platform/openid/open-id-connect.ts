import { Injectable } from '@nestjs/common';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { DiscoveredClients } from './discovered-clients';
import type { OpenIdChecks, OpenIdClaims, OpenIdClient } from './open-id-client';
import { OpenIdProblem, openIdProblem } from './open-id-problem';

/** OpenID Connect allows 255 ASCII characters. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/;

/** Sends people to identity providers and reads what these say of them: code flow with PKCE, state and nonce. */
@Injectable()
export class OpenIdConnect {
  constructor(private readonly clients: DiscoveredClients) {}

  /** Where to send the browser, and what must come back. */
  async begin(client: OpenIdClient, state: string): Promise<{ url: string; checks: OpenIdChecks }> {
    const configuration = await this.clients.configurationOf(client);
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
   * Who came back, by an ID token whose signature, issuer, audience, times and nonce hold. Of `wanted` claims that it leaves
   * out the userinfo endpoint is asked.
   */
  async finish(
    client: OpenIdClient,
    query: string,
    checks: OpenIdChecks,
    wanted: readonly string[] = ['email'],
  ): Promise<OpenIdClaims> {
    const configuration = await this.clients.configurationOf(client);
    try {
      const tokens = await authorizationCodeGrant(configuration, returned(client, query), {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      // The library asks this of tokens for several audiences only.
      if (claims.azp !== undefined && claims.azp !== client.clientId)
        throw new OpenIdProblem('token_refused', undefined, 'azp');
      if (!SUBJECT.test(claims.sub)) throw new OpenIdProblem('token_refused', undefined, 'sub');
      const isComplete =
        wanted.every((name) => claims[name] !== undefined) ||
        configuration.serverMetadata().userinfo_endpoint === undefined;
      const more = isComplete ? {} : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { ...more, ...claims };
    } catch (error) {
      throw openIdProblem(error);
    }
  }

  /** The access token of a provider without ID tokens. */
  async finishPlain(client: OpenIdClient, query: string, checks: OpenIdChecks): Promise<string> {
    const configuration = await this.clients.configurationOf(client);
    try {
      const tokens = await authorizationCodeGrant(configuration, returned(client, query), {
        expectedState: checks.state,
        pkceCodeVerifier: checks.codeVerifier,
      });
      return tokens.access_token;
    } catch (error) {
      throw openIdProblem(error);
    }
  }
}

function returned({ redirectUri }: OpenIdClient, query: string): URL {
  return new URL(`${redirectUri}?${query}`);
}
