import type { OpenIdClaims, OpenIdClient } from '../../platform/openid/open-id-client';

export const PROVIDER_NAMES = ['google', 'microsoft', 'github', 'oidc'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** A sign-in provider that this installation is set up with. */
export interface Provider {
  readonly name: ProviderName;
  /** As people know it. */
  readonly label: string;
  readonly client: OpenIdClient;
  /** Whether the provider's word makes the e-mail address among these claims the person's own. */
  readonly isEmailVerified: (claims: OpenIdClaims) => boolean;
}

export function isProviderName(text: string): text is ProviderName {
  return (PROVIDER_NAMES as readonly string[]).includes(text);
}
