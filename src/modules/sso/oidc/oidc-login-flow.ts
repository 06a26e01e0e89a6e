import type { OrganizationId } from '../../../kernel/ids';
import type { LoginFlow } from '../../identity-providers';

export const OIDC_LOGIN_FLOW = 'sso-flow';

/** A login flow through an OpenID provider, as stored in the browser's sealed cookie. */
export interface OidcLoginFlow extends LoginFlow {
  readonly organizationId: OrganizationId;
  /** The provider that the browser was sent to. Only its response is accepted. */
  readonly issuer: string;
  readonly clientId: string;
}
