import type { SignInMethod } from '../../../access/principal';

/** A user's identity as reported by the organization's identity provider, with any protocol. */
export interface SignOnIdentity {
  method: Extract<SignInMethod, 'saml' | 'oidc'>;
  /** The entity ID or issuer of the provider. */
  issuer: string;
  /** The provider's permanent identifier of the user. */
  subject: string;
  email: string | null;
  name: string | null;
  /** Null if the provider reports no groups. */
  groups: readonly string[] | null;
}
