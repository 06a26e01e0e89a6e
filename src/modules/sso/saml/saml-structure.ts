import { SignOnRejected } from '../sign-on/sign-on-rejected';
import {
  attributeOf,
  childElements,
  childrenNamed,
  everyElement,
  isNamed,
  NAMESPACES,
  plainText,
} from '../xml';

/** RSA with SHA-2. SHA-1 is broken, and HMAC would make the public certificate a key. */
const SIGNATURES = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]);
const DIGESTS = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const EXCLUSIVE = NAMESPACES.canonical;
const ID = /^[A-Za-z_][\w.-]{0,255}$/;
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** The fields of a response outside of its assertion. They are not trusted unless the signature covers them. */
export interface Expected {
  acsUrl: string;
  issuer: string;
}

/**
 * Validates the structure of a response before its signature is checked: one response with one assertion in
 * the expected places, each signature over its parent, unique IDs. Wrapped, duplicated and moved elements
 * are rejected.
 */
export function checkStructure(root: Element, expected: Expected): void {
  if (!isNamed(root, 'protocol', 'Response')) reject();
  const elements = everyElement(root);
  const named = (name: string) => elements.filter(({ localName }) => localName?.toLowerCase() === name);
  if (named('encryptedassertion').length + named('encrypteddata').length > 0)
    throw new SignOnRejected('encrypted_part');
  if (named('assertion').length > 1) throw new SignOnRejected('several_assertions');
  if (named('response').length > 1) reject();
  checkIds(elements);
  checkStatus(root);
  const assertion = onlyPart(root, 'Assertion');
  checkSignatures(root, assertion, named('signature'));
  // The library fails on values without an expiry.
  if (named('conditions').some((each) => !each.hasAttribute('NotOnOrAfter')))
    throw new SignOnRejected('conditions_missing');
  if (named('subjectconfirmationdata').some((each) => !each.hasAttribute('NotOnOrAfter')))
    throw new SignOnRejected('subject_not_confirmed');
  checkEnvelope(root, expected);
}

/**
 * Validates the envelope of an encrypted assertion and returns the envelope: one encrypted assertion and no
 * plain one. The decrypted assertion is validated like any other.
 */
export function checkEncryptedStructure(root: Element, expected: Expected): Element {
  const elements = everyElement(root);
  const named = (name: string) => elements.filter(({ localName }) => localName?.toLowerCase() === name);
  if (named('assertion').length + named('encryptedassertion').length > 1)
    throw new SignOnRejected('several_assertions');
  checkIds(elements);
  checkStatus(root);
  const assertion = onlyPart(root, 'EncryptedAssertion');
  const signatures = childrenNamed(root, 'signature', 'Signature');
  if (signatures.length > 1 || named('signature').length > signatures.length)
    throw new SignOnRejected('signature_structure');
  for (const signature of signatures) checkSignature(signature, root);
  checkEnvelope(root, expected);
  return assertion;
}

/** Validates a message without an assertion: signed as a whole, by an embedded signature or by the binding. */
export function checkSignedRoot(root: Element, signature: 'inside' | 'elsewhere'): void {
  const elements = everyElement(root);
  checkIds(elements);
  const all = elements.filter(({ localName }) => localName?.toLowerCase() === 'signature');
  const own = childrenNamed(root, 'signature', 'Signature');
  if (signature === 'inside' && all.length === 0) throw new SignOnRejected('message_unsigned');
  if (own.length !== all.length || own.length !== (signature === 'inside' ? 1 : 0))
    throw new SignOnRejected('signature_structure');
  for (const each of own) checkSignature(each, root);
}

function reject(): never {
  throw new SignOnRejected('unexpected_structure');
}

function checkIds(elements: readonly Element[]): void {
  const seen = new Set<string>();
  for (const element of elements) {
    for (const { name, value } of Array.from(element.attributes)) {
      if (name.toLowerCase().split(':').at(-1) !== 'id') continue;
      if (seen.has(value)) throw new SignOnRejected('duplicate_id');
      seen.add(value);
    }
  }
}

function checkStatus(root: Element): void {
  const statuses = childrenNamed(root, 'protocol', 'Status');
  const codes = statuses.flatMap((status) => childrenNamed(status, 'protocol', 'StatusCode'));
  if (statuses.length !== 1 || codes.length !== 1) reject();
  if (attributeOf(codes[0]!, 'Value') !== SUCCESS) throw new SignOnRejected('status_not_success');
}

/** The assertion of a response, with each required part exactly once. */
function onlyPart(root: Element, name: 'Assertion' | 'EncryptedAssertion'): Element {
  const assertions = childrenNamed(root, 'assertion', name);
  const others = childElements(root).filter(
    (child) =>
      !isNamed(child, 'assertion', name) &&
      !isNamed(child, 'assertion', 'Issuer') &&
      !isNamed(child, 'protocol', 'Status') &&
      !isNamed(child, 'signature', 'Signature'),
  );
  if (others.length > 0 || childrenNamed(root, 'assertion', 'Issuer').length > 1) reject();
  if (assertions.length !== 1) throw new SignOnRejected('assertion_missing');
  return assertions[0]!;
}

function checkSignatures(root: Element, assertion: Element, all: readonly Element[]): void {
  const ofResponse = childrenNamed(root, 'signature', 'Signature');
  const ofAssertion = childrenNamed(assertion, 'signature', 'Signature');
  if (all.length > ofResponse.length + ofAssertion.length) throw new SignOnRejected('signature_structure');
  if (ofAssertion.length === 0) throw new SignOnRejected('assertion_unsigned');
  if (ofResponse.length > 1 || ofAssertion.length > 1) throw new SignOnRejected('signature_structure');
  for (const signature of [...ofResponse, ...ofAssertion])
    checkSignature(signature, signature.parentNode as Element);
}

/** One signature over its parent, with one reference and the accepted transforms. */
function checkSignature(signature: Element, parent: Element): void {
  const inside = everyElement(signature);
  const only = (of: Element, name: string): Element => {
    const found = childrenNamed(of, 'signature', name);
    const everywhere = inside.filter(({ localName }) => localName?.toLowerCase() === name.toLowerCase());
    if (found.length !== 1 || everywhere.length !== 1) throw new SignOnRejected('signature_structure');
    return found[0]!;
  };
  const signedInfo = only(signature, 'SignedInfo');
  const reference = only(signedInfo, 'Reference');
  const id = attributeOf(parent, 'ID');
  // Without an ID, or with an ID that has a meaning in XPath, the signed element is ambiguous.
  if (id === null || !ID.test(id) || attributeOf(reference, 'URI') !== `#${id}`)
    throw new SignOnRejected('signature_structure');
  const known = new Set(['SignedInfo', 'SignatureValue', 'KeyInfo']);
  if (childElements(signature).some((child) => !known.has(child.localName ?? '')))
    throw new SignOnRejected('signature_structure');
  for (const value of [only(reference, 'DigestValue'), only(signature, 'SignatureValue')]) {
    if (!BASE64.test(plainText(value) ?? '')) throw new SignOnRejected('signature_structure');
  }
  checkAlgorithms(signedInfo, reference, only);
}

function checkAlgorithms(
  signedInfo: Element,
  reference: Element,
  only: (of: Element, name: string) => Element,
): void {
  const algorithm = (of: Element, name: string) => attributeOf(only(of, name), 'Algorithm') ?? '';
  if (!SIGNATURES.has(algorithm(signedInfo, 'SignatureMethod'))) throw new SignOnRejected('weak_algorithm');
  if (!DIGESTS.has(algorithm(reference, 'DigestMethod'))) throw new SignOnRejected('weak_algorithm');
  const canonical = algorithm(signedInfo, 'CanonicalizationMethod');
  const transforms = childElements(only(reference, 'Transforms')).map((each) =>
    isNamed(each, 'signature', 'Transform') ? attributeOf(each, 'Algorithm') : null,
  );
  // The signature covers the element without the signature itself, in canonical form, without further transforms.
  if (canonical !== EXCLUSIVE || transforms.length !== 2) throw new SignOnRejected('signature_structure');
  if (transforms[0] !== ENVELOPED || transforms[1] !== EXCLUSIVE)
    throw new SignOnRejected('signature_structure');
}

function checkEnvelope(root: Element, { acsUrl, issuer }: Expected): void {
  const destination = attributeOf(root, 'Destination');
  const isSigned = childrenNamed(root, 'signature', 'Signature').length > 0;
  if (destination === null ? isSigned : destination !== acsUrl)
    throw new SignOnRejected('destination_mismatch', { destination });
  const [said] = childrenNamed(root, 'assertion', 'Issuer');
  if (said !== undefined && plainText(said) !== issuer)
    throw new SignOnRejected('issuer_mismatch', { issuer: plainText(said) });
  if (attributeOf(root, 'Version') !== '2.0') reject();
}
