import { Html, html } from '../../../rpc/pages/html';
import { attributeOf, childrenNamed, NAMESPACES, plainText } from '../xml';

/**
 * The response that would have come without encryption: what the envelope says of itself, around the assertion as it was
 * signed. It is judged like any other one.
 */
export function plainResponse(root: Element, assertion: string): string {
  const said = ['ID', 'Version', 'Destination', 'InResponseTo'].flatMap((name) => {
    const value = attributeOf(root, name);
    return value === null ? [] : [html` ${name}="${value}"`];
  });
  const [issuer] = childrenNamed(root, 'assertion', 'Issuer');
  const status = childrenNamed(root, 'protocol', 'Status')
    .flatMap((each) => childrenNamed(each, 'protocol', 'StatusCode'))
    .map((code) => html`<samlp:StatusCode Value="${attributeOf(code, 'Value')}" />`);
  return html`<samlp:Response
    xmlns:samlp="${NAMESPACES.protocol}"
    xmlns:saml="${NAMESPACES.assertion}"
    ${said}
    >${issuer && html`<saml:Issuer>${plainText(issuer)}</saml:Issuer>`}<samlp:Status>${status}</samlp:Status>${new Html(assertion)}</samlp:Response
  >`.text;
}
