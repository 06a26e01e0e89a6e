import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client';
import { clock } from '../../kernel/clock';
import { Outbound } from '../http/outbound';
import { outboundFetch } from '../http/outbound-fetch';
import { OutboundGuard } from '../http/outbound-guard';
import type { OpenIdClient } from './open-id-client';
import { metadataProblem, OpenIdProblem } from './open-id-problem';

/** Providers are slow at times; people wait for this with nothing to see. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 500;

interface Kept {
  configuration: Configuration;
  keptUntilMs: number;
}

/** Identity providers as their own metadata describe them, with their keys, kept for a while. */
@Injectable()
export class DiscoveredClients {
  private readonly kept = new Map<string, Kept>();
  private readonly fetch;

  constructor(
    outbound: Outbound,
    private readonly guard: OutboundGuard,
  ) {
    this.fetch = outboundFetch(outbound, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  }

  async configurationOf(client: OpenIdClient): Promise<Configuration> {
    const key = keyOf(client);
    const kept = this.kept.get(key);
    if (kept && kept.keptUntilMs > clock.nowMs()) return kept.configuration;
    const configuration = client.endpoints ? this.described(client) : await this.discovered(client);
    this.kept.delete(key);
    const oldest = this.kept.keys().next();
    if (this.kept.size >= MAX_KEPT && !oldest.done) this.kept.delete(oldest.value);
    this.kept.set(key, { configuration, keptUntilMs: clock.nowMs() + KEPT_MS });
    return configuration;
  }

  /** Asks for the metadata anew: whether this is an identity provider that can be used. */
  async probe(client: OpenIdClient): Promise<void> {
    await this.discovered(client);
  }

  private async discovered(client: OpenIdClient): Promise<Configuration> {
    // The guard judges each address that is called, also those that the metadata name.
    const configuration = await discovery(
      new URL(client.issuer),
      client.clientId,
      undefined,
      authenticationOf(client),
      { [customFetch]: this.fetch, execute: [allowInsecureRequests], timeout: TIMEOUT_MS / 1000 },
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
    configuration[customFetch] = this.fetch;
    configuration.timeout = TIMEOUT_MS / 1000;
    allowInsecureRequests(configuration);
    // Without this the library trusts TLS and does not look at the signature of an ID token.
    enableNonRepudiationChecks(configuration);
    return configuration;
  }

  /** Where browsers are sent: https, or what the operator exempts from it; no other scheme reaches a browser. */
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

/** The metadata must be of the issuer that was asked for, or ID tokens of somebody else would pass. */
function isIssuer({ issuer }: ServerMetadata, client: OpenIdClient): boolean {
  if (client.isSharedByTenants === true) return issuer.includes('{tenantid}');
  return URL.canParse(issuer) && new URL(issuer).href === new URL(client.issuer).href;
}

/** By the body where the provider says that it takes it there, else as the standard has it by default. */
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
  return createHash('sha256').update(text).digest('base64');
}
