import type { SamlConfig } from '@node-saml/passport-saml';
import type { Tenant } from '../../../access/principal';
import type { SamlConnection } from '../connections/connection';
import type { VerifiedAssertion } from './saml-assertion';

/** The only part of the request that the SAML library sees. */
export interface SamlExchange {
  body: { SAMLResponse: string };
  query: Record<string, never>;
  options: SamlConfig;
}

/** The result for the controller. */
export interface SamlAnswer {
  tenant: Tenant;
  connection: SamlConnection;
  assertion: VerifiedAssertion;
  /** A path on this host. */
  returnTo: string;
}
