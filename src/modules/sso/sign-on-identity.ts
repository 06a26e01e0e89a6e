import type { SignInMethod } from '../../access/principal';

/** Who somebody is, as their organization's identity provider vouches for; whatever protocol told it. */
export interface SignOnIdentity {
  method: Extract<SignInMethod, 'saml' | 'oidc'>;
  /** The provider's own name: entity id or issuer. */
  issuer: string;
  /** What the provider calls the person by, for ever. */
  subject: string;
  email: string | null;
  name: string | null;
  /** Null when it says nothing of groups. */
  groups: readonly string[] | null;
}
