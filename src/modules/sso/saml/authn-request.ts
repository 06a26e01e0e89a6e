import { clock } from '../../../kernel/clock';
import { html } from '../../../rpc/pages/html';
import type { ServiceProvider } from '../service-provider';
import { NAMESPACES } from '../xml';

/** Asks the identity provider who somebody is. What it calls them by is left to it. */
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
