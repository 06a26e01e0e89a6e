import { InvalidInput } from '../../../kernel/app-error';
import { isWebAddress } from '../../../kernel/web-address';
import { readCertificate } from './certificate';
import { attributeOf, childrenNamed, everyElement, isNamed, parseXml, plainText } from '../xml';

export interface IdpSettings {
  entityId: string;
  ssoUrl: string;
  certificates: string[];
  sloUrl: string | null;
  sloResponseUrl: string | null;
}

export const MAX_CERTIFICATES = 4;
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/**
 * Reads an identity provider's metadata. Its signature is not checked: an administrator supplies the
 * metadata and is trusted.
 */
export function readIdpMetadata(text: string): IdpSettings {
  const root = parsedMetadata(text);
  const entities = everyElement(root).filter(
    (each) =>
      isNamed(each, 'metadata', 'EntityDescriptor') &&
      childrenNamed(each, 'metadata', 'IDPSSODescriptor').length > 0,
  );
  if (entities.length !== 1) throw rejected('Must describe exactly one identity provider');
  const [entity] = entities as [Element];
  const [descriptor] = childrenNamed(entity, 'metadata', 'IDPSSODescriptor') as [Element];
  const services = childrenNamed(descriptor, 'metadata', 'SingleSignOnService');
  const service = services.find((each) => attributeOf(each, 'Binding') === REDIRECT);
  if (service === undefined) throw rejected('Has no sign-on address for the redirect binding');
  const ssoUrl = attributeOf(service, 'Location') ?? '';
  if (!isWebAddress(ssoUrl)) throw rejected('The sign-on address is not an http or https URL');
  const entityId = attributeOf(entity, 'entityID') ?? '';
  if (entityId === '' || entityId.length > 1024) throw rejected('Has no entity id');
  return { entityId, ssoUrl, certificates: certificatesOf(descriptor), ...logoutOf(descriptor) };
}

function parsedMetadata(text: string): Element {
  try {
    return parseXml(text.trim());
  } catch {
    throw rejected('Must be the XML of SAML 2.0 metadata, without a document type, or its URL');
  }
}

/** Single logout is only supported with the redirect binding. */
function logoutOf(descriptor: Element): Pick<IdpSettings, 'sloUrl' | 'sloResponseUrl'> {
  const services = childrenNamed(descriptor, 'metadata', 'SingleLogoutService');
  const service = services.find((each) => attributeOf(each, 'Binding') === REDIRECT);
  if (service === undefined) return { sloUrl: null, sloResponseUrl: null };
  const sloUrl = attributeOf(service, 'Location') ?? '';
  const sloResponseUrl = attributeOf(service, 'ResponseLocation');
  if (!isWebAddress(sloUrl) || (sloResponseUrl !== null && !isWebAddress(sloResponseUrl)))
    throw rejected('The sign-out address is not an http or https URL');
  return { sloUrl, sloResponseUrl };
}

function certificatesOf(descriptor: Element): string[] {
  const keys = childrenNamed(descriptor, 'metadata', 'KeyDescriptor').filter(
    (key) => (attributeOf(key, 'use') ?? 'signing') === 'signing',
  );
  const texts = keys.flatMap((key) =>
    everyElement(key)
      .filter((each) => isNamed(each, 'signature', 'X509Certificate'))
      .map((each) => plainText(each) ?? ''),
  );
  const read = [...new Set(texts)].map(readCertificate);
  const usable = read.flatMap((each) => ('pem' in each ? [each.pem] : []));
  const problem = read.flatMap((each) => ('problem' in each ? [each.problem] : []))[0];
  if (usable.length === 0)
    throw rejected(`Has no usable signing certificate${problem ? `: ${problem}` : ''}`);
  return [...new Set(usable)].slice(0, MAX_CERTIFICATES);
}

function rejected(message: string): InvalidInput {
  return InvalidInput.at('metadata', message);
}
