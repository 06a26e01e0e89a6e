import { Injectable } from '@nestjs/common';
import { HttpConfig } from '../../../platform/config/http.config';

/**
 * The service provider settings that an administrator enters at the identity provider, and the sign-in
 * address.
 */
export interface ServiceProvider {
  entityId: string;
  metadataUrl: string;
  acsUrl: string;
  loginUrl: string;
  logoutUrl: string;
  /** The redirect URI for OpenID Connect. */
  redirectUri: string;
}

/**
 * The addresses of an organization's SAML service provider (contract §9). The entity ID is the address of
 * its metadata.
 */
@Injectable()
export class ServiceProvidersService {
  constructor(private readonly http: HttpConfig) {}

  of(slug: string): ServiceProvider {
    const auth = `${this.http.baseUrlOf(slug)}/api/auth`;
    const saml = `${auth}/saml`;
    return {
      entityId: `${saml}/metadata`,
      metadataUrl: `${saml}/metadata`,
      acsUrl: `${saml}/acs`,
      loginUrl: `${saml}/login`,
      logoutUrl: `${saml}/logout`,
      redirectUri: `${auth}/oidc/callback`,
    };
  }
}
