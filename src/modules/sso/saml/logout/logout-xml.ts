import { clock } from '../../../../kernel/clock';
import { html } from '../../../../http/pages/html';
import { newRequestId } from '../../sign-on/new-request-id';
import { NAMESPACES } from '../../xml';
import type { SignedOnSession } from './signed-on-sessions.repository';

interface Addressed {
  /** The organization's entity ID. */
  entityId: string;
  destination: string;
}

/** Requests that the provider end a user's session. */
export function logoutRequestXml(
  { entityId, destination }: Addressed,
  id: string,
  { subject, subjectAttributes, sessionIndex }: SignedOnSession,
): string {
  const attributes = Object.entries(subjectAttributes).map(([name, value]) => html` ${name}="${value}"`);
  return html`<samlp:LogoutRequest
    xmlns:samlp="${NAMESPACES.protocol}"
    xmlns:saml="${NAMESPACES.assertion}"
    ID="${id}"
    Version="2.0"
    IssueInstant="${clock.now().toISOString()}"
    Destination="${destination}"
    ><saml:Issuer>${entityId}</saml:Issuer><saml:NameID${attributes}>${subject}</saml:NameID>${
      sessionIndex !== null && html`<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`
    }</samlp:LogoutRequest
  >`.text;
}

/** Confirms to the provider that the named sessions have ended. */
export function logoutResponseXml({ entityId, destination }: Addressed, inResponseTo: string): string {
  return html`<samlp:LogoutResponse
    xmlns:samlp="${NAMESPACES.protocol}"
    xmlns:saml="${NAMESPACES.assertion}"
    ID="${newRequestId()}"
    Version="2.0"
    IssueInstant="${clock.now().toISOString()}"
    Destination="${destination}"
    InResponseTo="${inResponseTo}"
    ><saml:Issuer>${entityId}</saml:Issuer
    ><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success" /></samlp:Status
  ></samlp:LogoutResponse>`.text;
}
