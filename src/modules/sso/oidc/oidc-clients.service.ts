import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../access/principal';
import type { OpenIdClient } from '../../../platform/openid/open-id-client';
import { SecretBox } from '../../../platform/crypto/secret-box';
import { ServiceProvidersService } from '../connections/service-providers.service';
import { clientSecretOf } from '../connections/sso-preparation.service';
import type { OidcConnection } from './oidc-connection';

const SCOPES = ['openid', 'email', 'profile'];

/** The OpenID Connect client of an organization. */
@Injectable()
export class OidcClientsService {
  constructor(
    private readonly box: SecretBox,
    private readonly providers: ServiceProvidersService,
  ) {}

  of(
    { organizationId, slug }: Tenant,
    { issuer, clientId, sealedClientSecret, scopes }: OidcConnection,
  ): OpenIdClient {
    const clientSecret = this.box.open(sealedClientSecret, clientSecretOf(organizationId));
    const scope = [...new Set([...SCOPES, ...scopes])].join(' ');
    const { redirectUri } = this.providers.of(slug);
    return { issuer, clientId, clientSecret, redirectUri, scope };
  }
}
