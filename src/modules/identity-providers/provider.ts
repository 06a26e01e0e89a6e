import type { OpenIdClaims, OpenIdClient } from '../../platform/openid/open-id-client';

export const PROVIDER_NAMES = ['google', 'microsoft', 'github', 'oidc'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** A configured sign-in provider. */
export interface Provider {
  readonly name: ProviderName;
  /** The display name. */
  readonly label: string;
  readonly client: OpenIdClient;
  /** Whether the claims prove that the user owns the e-mail address. */
  readonly isEmailVerified: (claims: OpenIdClaims) => boolean;
}

export function isProviderName(text: string): text is ProviderName {
  return (PROVIDER_NAMES as readonly string[]).includes(text);
}
