/** This service's registration at one identity provider. */
export interface OpenIdClient {
  /** The provider's name for itself, which locates its metadata. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly scope: string;
  /** The issuer represents many tenants, each of which signs with its own issuer (Microsoft). */
  readonly isSharedByTenants?: boolean;
  /** For a provider that supports only OAuth 2.0: it publishes no metadata and issues no ID token (GitHub). */
  readonly endpoints?: { readonly authorization: string; readonly token: string };
}

/** The state of an authorization request, which the callback must match. Only this service and the browser know it. */
export interface OpenIdChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Claims of a verified ID token, with the additional claims of the userinfo endpoint. */
export type OpenIdClaims = { readonly iss: string; readonly sub: string } & Readonly<Record<string, unknown>>;
