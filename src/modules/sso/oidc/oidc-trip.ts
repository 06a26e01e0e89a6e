import type { OrganizationId } from '../../../kernel/ids';
import type { RoundTrip } from '../../identity-providers';

export const OIDC_TRIP = 'sso-trip';

/** A way through an organization's OpenID provider, as the browser's sealed cookie keeps it. */
export interface OidcTrip extends RoundTrip {
  readonly organizationId: OrganizationId;
  /** Whom the browser was sent to: what comes back is for nobody else. */
  readonly issuer: string;
  readonly clientId: string;
}
