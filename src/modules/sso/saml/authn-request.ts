import { clock } from '../../../kernel/clock';
import { html } from '../../../http/pages/html';
import type { ServiceProvider } from '../connections/service-providers.service';
import { NAMESPACES } from '../xml';

/** Requests authentication. The format of the name ID is the identity provider's choice. */
export function authnRequestXml({ entityId, acsUrl }: ServiceProvider, ssoUrl: string, id: string): string {
  return html`<samlp:AuthnRequest
    xmlns:samlp="${NAMESPACES.protocol}"
    xmlns:saml="${NAMESPACES.assertion}"
    ID="${id}"
    Version="2.0"
    IssueInstant="${clock.now().toISOString()}"
    Destination="${ssoUrl}"
    ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
    AssertionConsumerServiceURL="${acsUrl}"
    ><saml:Issuer>${entityId}</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"
  /></samlp:AuthnRequest>`.text;
}
