import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../access/principal';
import type { OpenIdClient } from '../../../platform/openid/open-id-client';
import { SecretBox } from '../../../platform/secrets/secret-box';
import { ServiceProviders } from '../service-provider';
import { clientSecretOf } from '../sso-preparation';
import type { OidcConnection } from './oidc-connection';

const SCOPE = 'openid email profile';

/** An organization as its own OpenID provider knows it. */
@Injectable()
export class OidcClients {
  constructor(
    private readonly box: SecretBox,
    private readonly providers: ServiceProviders,
  ) {}

  of(
    { organizationId, slug }: Tenant,
    { issuer, clientId, sealedClientSecret }: OidcConnection,
  ): OpenIdClient {
    const clientSecret = this.box.open(sealedClientSecret, clientSecretOf(organizationId));
    const { redirectUri } = this.providers.of(slug);
    return { issuer, clientId, clientSecret, redirectUri, scope: SCOPE };
  }
}
