import type { SamlConfig } from '@node-saml/passport-saml';
import type { SamlConnection } from '../connection';
import type { ServiceProvider } from '../service-provider';

/** How the library checks answers of one organization's identity provider. */
export function samlOptions(
  { entityId, certificates }: SamlConnection,
  provider: ServiceProvider,
  isResponseSigned: boolean,
): SamlConfig {
  return {
    issuer: provider.entityId,
    callbackUrl: provider.acsUrl,
    // Audience and time are judged on the signed bytes by readAssertion, which can say what was wrong.
    audience: false,
    acceptedClockSkewMs: -1,
    idpIssuer: entityId,
    idpCert: certificates,
    wantAssertionsSigned: true,
    // The assertion's is what counts; but a signature that is there must hold.
    wantAuthnResponseSigned: isResponseSigned,
    // Requests are taken in the transaction that signs somebody on, where of several answers at once one counts.
    validateInResponseTo: 'never' as SamlConfig['validateInResponseTo'],
  };
}
