import { Injectable } from '@nestjs/common';
import { HttpConfig } from '../../platform/config/http.config';

/** What an identity provider must know of an organization, and where people begin. */
export interface ServiceProvider {
  entityId: string;
  metadataUrl: string;
  acsUrl: string;
  loginUrl: string;
  logoutUrl: string;
  /** Where OpenID Connect sends browsers back to. */
  redirectUri: string;
}

/** Addresses of an organization's single sign-on by SAML (contract §9). The entity id is the metadata's address. */
@Injectable()
export class ServiceProviders {
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
