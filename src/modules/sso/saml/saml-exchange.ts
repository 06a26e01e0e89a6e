import type { SamlConfig } from '@node-saml/passport-saml';
import type { Tenant } from '../../../access/principal';
import type { SamlConnection } from '../connection';
import type { VerifiedAssertion } from './saml-assertion';

/** An answer on its way through the library: all that it gets to see of the request. */
export interface SamlExchange {
  body: { SAMLResponse: string };
  query: Record<string, never>;
  options: SamlConfig;
}

/** What came of it, for the controller. */
export interface SamlAnswer {
  tenant: Tenant;
  connection: SamlConnection;
  assertion: VerifiedAssertion;
  /** A path of our own. */
  returnTo: string;
}
