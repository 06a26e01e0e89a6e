import { Html, html } from '../../../http/pages/html';
import { attributeOf, childrenNamed, NAMESPACES, plainText } from '../xml';

/**
 * The unencrypted equivalent of a response: the fields of the envelope around the signed assertion. It is
 * validated like any other response.
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
