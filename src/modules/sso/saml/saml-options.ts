import type { SamlConfig } from '@node-saml/passport-saml';
import type { SamlConnection } from '../connections/connection';
import type { ServiceProvider } from '../connections/service-providers.service';

/** The library's settings for responses of one organization's identity provider. */
export function samlOptions(
  { entityId, certificates }: SamlConnection,
  provider: ServiceProvider,
  isResponseSigned: boolean,
): SamlConfig {
  return {
    issuer: provider.entityId,
    callbackUrl: provider.acsUrl,
    // readAssertion validates audience and times on the signed bytes and reports what is wrong.
    audience: false,
    acceptedClockSkewMs: -1,
    idpIssuer: entityId,
    idpCert: certificates,
    wantAssertionsSigned: true,
    // The assertion's signature is required. A response signature is optional, but must be valid.
    wantAuthnResponseSigned: isResponseSigned,
    // Requests are consumed in the sign-in transaction, where only one of several concurrent responses succeeds.
    validateInResponseTo: 'never' as SamlConfig['validateInResponseTo'],
  };
}
