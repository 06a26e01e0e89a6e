import type { SamlConfig } from '@node-saml/passport-saml';
import type { SamlConnection } from '../connection';
import type { ServiceProvider } from '../service-provider';

/** How the library checks answers of one organization's identity provider, and asks it for them. */
export function samlOptions(
  { entityId, ssoUrl, certificates }: SamlConnection,
  provider: ServiceProvider,
  requestId?: string,
): SamlConfig {
  return {
    entryPoint: ssoUrl,
    issuer: provider.entityId,
    callbackUrl: provider.acsUrl,
    // Audience and time are judged on the signed bytes by readAssertion, which can say what was wrong.
    audience: false,
    acceptedClockSkewMs: -1,
    idpIssuer: entityId,
    idpCert: certificates,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // Requests are taken in the transaction that signs somebody on, where of several answers at once one counts.
    validateInResponseTo: 'never' as SamlConfig['validateInResponseTo'],
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  };
}
