import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import { HttpConfig } from '../../platform/config/http.config';
import { IdentityProvidersConfig } from '../../platform/config/identity-providers.config';
import type { OpenIdClaims, OpenIdClient } from '../../platform/openid/open-id-client';
import { isProviderName, type Provider, type ProviderName } from './provider';

const SCOPE = 'openid email profile';

/** The Microsoft tenant of all personal accounts. */
const MICROSOFT_CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad';
/** Issuers that cover several Microsoft tenants. */
const SHARED_TENANTS: ReadonlySet<string> = new Set(['common', 'organizations']);

type Credentials = Pick<OpenIdClient, 'clientId' | 'clientSecret'>;

/** The sign-in providers that the environment configures (contract §9). */
@Injectable()
export class ProvidersService {
  private readonly configured: ReadonlyMap<ProviderName, Provider>;

  constructor(
    config: IdentityProvidersConfig,
    private readonly http: HttpConfig,
  ) {
    const found = [this.google(config), this.microsoft(config), this.github(config), this.openId(config)];
    this.configured = new Map(
      found.flatMap((provider) => (provider === null ? [] : [[provider.name, provider] as const])),
    );
  }

  list(): Provider[] {
    return [...this.configured.values()];
  }

  find(name: ProviderName): Provider | undefined {
    return this.configured.get(name);
  }

  /** A provider that is not configured gives the same error as an unknown one. */
  get(name: string): Provider {
    const provider = isProviderName(name) ? this.configured.get(name) : undefined;
    if (provider === undefined) throw new AppError('NOT_FOUND', 'Unknown sign-in method');
    return provider;
  }

  private google({ googleClientId, googleClientSecret }: IdentityProvidersConfig): Provider | null {
    const credentials = both(googleClientId, googleClientSecret);
    return credentials && this.byOpenId('google', 'Google', 'https://accounts.google.com', credentials);
  }

  private microsoft(config: IdentityProvidersConfig): Provider | null {
    const credentials = both(config.microsoftClientId, config.microsoftClientSecret);
    if (credentials === null) return null;
    const tenant = config.microsoftTenant === 'consumers' ? MICROSOFT_CONSUMERS : config.microsoftTenant;
    const isSharedByTenants = SHARED_TENANTS.has(tenant);
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`;
    const provider = this.byOpenId('microsoft', 'Microsoft', issuer, credentials);
    return {
      ...provider,
      client: { ...provider.client, isSharedByTenants },
      // The administrator of any tenant can set `email` to any address, so it proves nothing (decision 0066).
      isEmailVerified: ({ tid, xms_edov: isDomainOwned }) =>
        !isSharedByTenants ||
        tid === MICROSOFT_CONSUMERS ||
        [true, 'true', 1, '1'].includes(isDomainOwned as 1),
    };
  }

  private github({ githubClientId, githubClientSecret }: IdentityProvidersConfig): Provider | null {
    const credentials = both(githubClientId, githubClientSecret);
    if (credentials === null) return null;
    const issuer = 'https://github.com/login/oauth';
    const provider = this.byOpenId('github', 'GitHub', issuer, credentials);
    const endpoints = { authorization: `${issuer}/authorize`, token: `${issuer}/access_token` };
    return { ...provider, client: { ...provider.client, endpoints, scope: 'read:user user:email' } };
  }

  private openId(config: IdentityProvidersConfig): Provider | null {
    const credentials = both(config.oidcClientId, config.oidcClientSecret);
    if (credentials === null || config.oidcIssuer === undefined) return null;
    return this.byOpenId('oidc', config.oidcName, config.oidcIssuer, credentials);
  }

  private byOpenId(name: ProviderName, label: string, issuer: string, credentials: Credentials): Provider {
    // One redirect URI is registered with the provider, for the sign-ins of all organizations.
    const redirectUri = `${this.http.publicUrl}/api/auth/oauth/${name}/callback`;
    const client = { issuer, ...credentials, redirectUri, scope: SCOPE };
    return { name, label, client, isEmailVerified: saysVerified };
  }
}

/** Some providers send a string instead of a boolean. */
function saysVerified({ email_verified: isVerified }: OpenIdClaims): boolean {
  return isVerified === true || isVerified === 'true';
}

function both(clientId: string | undefined, clientSecret: string | undefined): Credentials | null {
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };
}
