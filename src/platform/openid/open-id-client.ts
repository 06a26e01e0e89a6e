/** This service as one identity provider knows it. */
export interface OpenIdClient {
  /** As the provider names itself; its metadata is found by it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly scope: string;
  /** The issuer stands for many tenants, each of which signs as an issuer of its own (Microsoft). */
  readonly isSharedByTenants?: boolean;
  /** Of a provider that speaks OAuth 2.0 alone: it publishes no metadata and gives no ID token (GitHub). */
  readonly endpoints?: { readonly authorization: string; readonly token: string };
}

/** What a round trip began with and must come back with. Known to this service and the browser alone. */
export interface OpenIdChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Claims of an ID token that was checked, completed by those of the userinfo endpoint. */
export type OpenIdClaims = { readonly iss: string; readonly sub: string } & Readonly<Record<string, unknown>>;
