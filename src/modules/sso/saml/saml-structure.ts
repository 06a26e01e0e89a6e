import { SignOnRefused } from '../sign-on-refused';
import {
  attributeOf,
  childElements,
  childrenNamed,
  everyElement,
  isNamed,
  NAMESPACES,
  plainText,
} from '../xml';

/** RSA with SHA-2. SHA-1 is broken, HMAC would make the public certificate a key. */
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

/** What a message must say of itself besides its assertion. Nothing of it is believed unless the signature covers it. */
export interface Expected {
  acsUrl: string;
  issuer: string;
}

/**
 * Judges the shape of a response before its signature is checked: one response with one assertion, where they belong,
 * each signature over its own parent, every id once. Wrapped, doubled and moved elements have no shape that passes.
 */
export function checkStructure(root: Element, expected: Expected): void {
  if (!isNamed(root, 'protocol', 'Response')) refuse();
  const elements = everyElement(root);
  const named = (name: string) => elements.filter(({ localName }) => localName?.toLowerCase() === name);
  if (named('encryptedassertion').length + named('encrypteddata').length > 0)
    throw new SignOnRefused('encrypted_part');
  if (named('assertion').length > 1) throw new SignOnRefused('several_assertions');
  if (named('response').length > 1) refuse();
  checkIds(elements);
  checkStatus(root);
  const assertion = onlyPart(root, 'Assertion');
  checkSignatures(root, assertion, named('signature'));
  // The library stumbles over what is good for ever.
  if (named('conditions').some((each) => !each.hasAttribute('NotOnOrAfter')))
    throw new SignOnRefused('conditions_missing');
  if (named('subjectconfirmationdata').some((each) => !each.hasAttribute('NotOnOrAfter')))
    throw new SignOnRefused('subject_not_confirmed');
  checkEnvelope(root, expected);
}

/**
 * Judges the envelope of an assertion that is encrypted as a whole, and answers it: one of them and nothing in the clear.
 * What it holds is judged as any assertion, once it is decrypted.
 */
export function checkEncryptedStructure(root: Element, expected: Expected): Element {
  const elements = everyElement(root);
  const named = (name: string) => elements.filter(({ localName }) => localName?.toLowerCase() === name);
  if (named('assertion').length + named('encryptedassertion').length > 1)
    throw new SignOnRefused('several_assertions');
  checkIds(elements);
  checkStatus(root);
  const assertion = onlyPart(root, 'EncryptedAssertion');
  const signatures = childrenNamed(root, 'signature', 'Signature');
  if (signatures.length > 1 || named('signature').length > signatures.length)
    throw new SignOnRefused('signature_structure');
  for (const signature of signatures) checkSignature(signature, root);
  checkEnvelope(root, expected);
  return assertion;
}

/** Judges a message without an assertion: signed as a whole, inside of itself or else by what carries it. */
export function checkSignedRoot(root: Element, signature: 'inside' | 'elsewhere'): void {
  const elements = everyElement(root);
  checkIds(elements);
  const all = elements.filter(({ localName }) => localName?.toLowerCase() === 'signature');
  const own = childrenNamed(root, 'signature', 'Signature');
  if (signature === 'inside' && all.length === 0) throw new SignOnRefused('message_unsigned');
  if (own.length !== all.length || own.length !== (signature === 'inside' ? 1 : 0))
    throw new SignOnRefused('signature_structure');
  for (const each of own) checkSignature(each, root);
}

function refuse(): never {
  throw new SignOnRefused('unexpected_structure');
}

function checkIds(elements: readonly Element[]): void {
  const seen = new Set<string>();
  for (const element of elements) {
    for (const { name, value } of Array.from(element.attributes)) {
      if (name.toLowerCase().split(':').at(-1) !== 'id') continue;
      if (seen.has(value)) throw new SignOnRefused('duplicate_id');
      seen.add(value);
    }
  }
}

function checkStatus(root: Element): void {
  const statuses = childrenNamed(root, 'protocol', 'Status');
  const codes = statuses.flatMap((status) => childrenNamed(status, 'protocol', 'StatusCode'));
  if (statuses.length !== 1 || codes.length !== 1) refuse();
  if (attributeOf(codes[0]!, 'Value') !== SUCCESS) throw new SignOnRefused('status_not_success');
}

/** The assertion of a response that consists of what it must, each part once. */
function onlyPart(root: Element, name: 'Assertion' | 'EncryptedAssertion'): Element {
  const assertions = childrenNamed(root, 'assertion', name);
  const others = childElements(root).filter(
    (child) =>
      !isNamed(child, 'assertion', name) &&
      !isNamed(child, 'assertion', 'Issuer') &&
      !isNamed(child, 'protocol', 'Status') &&
      !isNamed(child, 'signature', 'Signature'),
  );
  if (others.length > 0 || childrenNamed(root, 'assertion', 'Issuer').length > 1) refuse();
  if (assertions.length !== 1) throw new SignOnRefused('assertion_missing');
  return assertions[0]!;
}

function checkSignatures(root: Element, assertion: Element, all: readonly Element[]): void {
  const ofResponse = childrenNamed(root, 'signature', 'Signature');
  const ofAssertion = childrenNamed(assertion, 'signature', 'Signature');
  if (all.length > ofResponse.length + ofAssertion.length) throw new SignOnRefused('signature_structure');
  if (ofAssertion.length === 0) throw new SignOnRefused('assertion_unsigned');
  if (ofResponse.length > 1 || ofAssertion.length > 1) throw new SignOnRefused('signature_structure');
  for (const signature of [...ofResponse, ...ofAssertion])
    checkSignature(signature, signature.parentNode as Element);
}

/** One signature over its own parent, by one reference, in the one way that is accepted. */
function checkSignature(signature: Element, parent: Element): void {
  const inside = everyElement(signature);
  const only = (of: Element, name: string): Element => {
    const found = childrenNamed(of, 'signature', name);
    const everywhere = inside.filter(({ localName }) => localName?.toLowerCase() === name.toLowerCase());
    if (found.length !== 1 || everywhere.length !== 1) throw new SignOnRefused('signature_structure');
    return found[0]!;
  };
  const signedInfo = only(signature, 'SignedInfo');
  const reference = only(signedInfo, 'Reference');
  const id = attributeOf(parent, 'ID');
  // Without an id, or one that means something to a query, nobody can say what was signed.
  if (id === null || !ID.test(id) || attributeOf(reference, 'URI') !== `#${id}`)
    throw new SignOnRefused('signature_structure');
  const known = new Set(['SignedInfo', 'SignatureValue', 'KeyInfo']);
  if (childElements(signature).some((child) => !known.has(child.localName ?? '')))
    throw new SignOnRefused('signature_structure');
  for (const value of [only(reference, 'DigestValue'), only(signature, 'SignatureValue')]) {
    if (!BASE64.test(plainText(value) ?? '')) throw new SignOnRefused('signature_structure');
  }
  checkAlgorithms(signedInfo, reference, only);
}

function checkAlgorithms(
  signedInfo: Element,
  reference: Element,
  only: (of: Element, name: string) => Element,
): void {
  const algorithm = (of: Element, name: string) => attributeOf(only(of, name), 'Algorithm') ?? '';
  if (!SIGNATURES.has(algorithm(signedInfo, 'SignatureMethod'))) throw new SignOnRefused('weak_algorithm');
  if (!DIGESTS.has(algorithm(reference, 'DigestMethod'))) throw new SignOnRefused('weak_algorithm');
  const canonical = algorithm(signedInfo, 'CanonicalizationMethod');
  const transforms = childElements(only(reference, 'Transforms')).map((each) =>
    isNamed(each, 'signature', 'Transform') ? attributeOf(each, 'Algorithm') : null,
  );
  // What is signed is the element without this signature, in its one canonical form, and nothing computed from it.
  if (canonical !== EXCLUSIVE || transforms.length !== 2) throw new SignOnRefused('signature_structure');
  if (transforms[0] !== ENVELOPED || transforms[1] !== EXCLUSIVE)
    throw new SignOnRefused('signature_structure');
}

function checkEnvelope(root: Element, { acsUrl, issuer }: Expected): void {
  const destination = attributeOf(root, 'Destination');
  const isSigned = childrenNamed(root, 'signature', 'Signature').length > 0;
  if (destination === null ? isSigned : destination !== acsUrl)
    throw new SignOnRefused('destination_mismatch', { destination });
  const [said] = childrenNamed(root, 'assertion', 'Issuer');
  if (said !== undefined && plainText(said) !== issuer)
    throw new SignOnRefused('issuer_mismatch', { issuer: plainText(said) });
  if (attributeOf(root, 'Version') !== '2.0') refuse();
}
