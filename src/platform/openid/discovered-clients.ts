import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, customFetch as keysFetch, type JWTVerifyGetKey } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  type ServerMetadata,
} from 'openid-client';
import { clock } from '../../kernel/clock';
import { Outbound } from '../http/outbound';
import { outboundFetch } from '../http/outbound-fetch';
import { OutboundGuard } from '../http/outbound-guard';
import type { OpenIdClient } from './open-id-client';
import { metadataProblem, OpenIdProblem } from './open-id-problem';
import { sha256Text } from '../crypto/digest';

/** Some providers are slow, but the user waits on an empty page. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 500;

/** The minimum interval between two reloads of the keys for an unknown key id. */
const KEYS_COOLDOWN_MS = 10_000;

export interface DiscoveredClient {
  readonly configuration: Configuration;
  /** Finds the key of a token's signature; null for a provider that publishes no keys. */
  readonly keys: JWTVerifyGetKey | null;
}

interface Kept extends DiscoveredClient {
  keptUntilMs: number;
}

/** Identity providers with their discovered metadata and keys, cached for a while. */
@Injectable()
export class DiscoveredClients {
  private readonly kept = new Map<string, Kept>();
  private readonly guardedFetch;

  constructor(
    outbound: Outbound,
    private readonly guard: OutboundGuard,
  ) {
    this.guardedFetch = outboundFetch(outbound, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  }

  async find(client: OpenIdClient): Promise<DiscoveredClient> {
    const key = keyOf(client);
    const kept = this.kept.get(key);
    if (kept && kept.keptUntilMs > clock.nowMs()) return kept;
    const configuration = client.endpoints ? this.described(client) : await this.discovered(client);
    this.kept.delete(key);
    const oldest = this.kept.keys().next();
    if (this.kept.size >= MAX_KEPT && !oldest.done) this.kept.delete(oldest.value);
    const found = { configuration, keys: this.keysOf(configuration) };
    this.kept.set(key, { ...found, keptUntilMs: clock.nowMs() + KEPT_MS });
    return found;
  }

  /** Requests the metadata again, to check whether the provider is usable. */
  async probe(client: OpenIdClient): Promise<void> {
    await this.discovered(client);
  }

  private async discovered(client: OpenIdClient): Promise<Configuration> {
    // The guard checks each address that is called, including the addresses in the metadata.
    const configuration = await discovery(
      new URL(client.issuer),
      client.clientId,
      undefined,
      authenticationOf(client),
      { [customFetch]: this.guardedFetch, execute: [allowInsecureRequests], timeout: TIMEOUT_MS / 1000 },
    ).catch((error: unknown) => {
      throw metadataProblem(error);
    });
    const metadata = configuration.serverMetadata();
    if (!isIssuer(metadata, client))
      throw new OpenIdProblem('provider_unreachable', undefined, 'issuer_differs');
    if (!this.isShown(metadata.authorization_endpoint))
      throw new OpenIdProblem('provider_unreachable', undefined, 'authorization_endpoint');
    return this.prepared(configuration);
  }

  private described(client: OpenIdClient): Configuration {
    const { authorization, token } = client.endpoints!;
    const metadata = {
      issuer: client.issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    };
    return this.prepared(new Configuration(metadata, client.clientId, undefined, authenticationOf(client)));
  }

  private prepared(configuration: Configuration): Configuration {
    configuration[customFetch] = this.guardedFetch;
    configuration.timeout = TIMEOUT_MS / 1000;
    allowInsecureRequests(configuration);
    return configuration;
  }

  private keysOf(configuration: Configuration): JWTVerifyGetKey | null {
    const { jwks_uri: address } = configuration.serverMetadata();
    if (address === undefined) return null;
    const load = (url: string, { method, headers }: { method: string; headers: Headers }) =>
      this.guardedFetch(url, { method, headers: Object.fromEntries(headers) });
    return createRemoteJWKSet(new URL(address), {
      cacheMaxAge: KEPT_MS,
      cooldownDuration: KEYS_COOLDOWN_MS,
      timeoutDuration: TIMEOUT_MS,
      [keysFetch]: load,
    });
  }

  /** Browsers are only sent to https addresses, or to addresses that the operator exempts from that rule. */
  private isShown(endpoint: string | undefined): boolean {
    if (endpoint === undefined || !URL.canParse(endpoint)) return false;
    if (new URL(endpoint).protocol === 'https:') return true;
    try {
      return this.guard.checkUrl(endpoint).protocol === 'http:';
    } catch {
      return false;
    }
  }
}

/** The metadata must name the requested issuer. Stops one provider from issuing ID tokens for another. */
function isIssuer({ issuer }: ServerMetadata, client: OpenIdClient): boolean {
  if (client.isSharedByTenants === true) return issuer.includes('{tenantid}');
  return URL.canParse(issuer) && new URL(issuer).href === new URL(client.issuer).href;
}

/** In the body if the provider supports that, otherwise with the standard's default. */
function authenticationOf({ clientSecret }: OpenIdClient): ClientAuth {
  return (metadata, ...request) => {
    const isTakenInBody =
      metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
    const authenticate = isTakenInBody ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
    authenticate(metadata, ...request);
  };
}

function keyOf({ issuer, clientId, clientSecret, isSharedByTenants }: OpenIdClient): string {
  const text = JSON.stringify([issuer, clientId, clientSecret, isSharedByTenants === true]);
  return sha256Text(text, 'base64');
}
