import { DOMParser } from '@xmldom/xmldom';

export const NAMESPACES = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  canonical: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  encryption11: 'http://www.w3.org/2009/xmlenc11#',
} as const;

const ELEMENT = 1;
/** Characters that XML 1.0 allows: no control characters such as NUL, and no unpaired surrogates. */
const CHARACTERS = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u;
const REFERENCES = /&#(?:x([\da-f]+)|(\d+));/gi;
const LAST_CODE_POINT = 0x10_ff_ff;
const MAX_DEPTH = 40;
const MAX_ELEMENTS = 10_000;

/** XML that this server does not accept. */
export class UnreadableXml extends Error {}

/**
 * A document of elements, attributes and text. Document types, and thus entities, are rejected before
 * parsing. Depth and size are limited, since later steps recurse.
 */
export function parseXml(text: string): Element {
  if (/<!(?!--|\[CDATA\[)/.test(text)) throw new UnreadableXml('Document types are not allowed');
  if (/&(?!(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/.test(text))
    throw new UnreadableXml('Entities are not allowed');
  if (!CHARACTERS.test(text) || Array.from(text.matchAll(REFERENCES)).some(isNoCharacter))
    throw new UnreadableXml('Contains a character that XML does not allow');
  const fail = (message: string): never => {
    throw new UnreadableXml(message);
  };
  const document = new DOMParser({
    errorHandler: { warning: fail, error: fail, fatalError: fail },
  }).parseFromString(text, 'text/xml') as Document | undefined;
  const roots = document === undefined ? [] : childElements(document);
  if (roots.length !== 1) throw new UnreadableXml('Not a document with one root element');
  rejectBoundless(roots[0]!);
  return roots[0]!;
}

export function childElements(of: Node): Element[] {
  const found: Element[] = [];
  for (let node = of.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === ELEMENT) found.push(node as Element);
  }
  return found;
}

/** The element and all its descendants, without recursion. */
export function everyElement(root: Element): Element[] {
  const found: Element[] = [];
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    waiting.push(...childElements(next));
  }
  return found;
}

export function isNamed(element: Element, namespace: keyof typeof NAMESPACES, name: string): boolean {
  return element.namespaceURI === NAMESPACES[namespace] && element.localName === name;
}

export function childrenNamed(of: Element, namespace: keyof typeof NAMESPACES, name: string): Element[] {
  return childElements(of).filter((child) => isNamed(child, namespace, name));
}

/** The text of an element that contains only text; null otherwise. */
export function plainText(element: Element): string | null {
  return childElements(element).length > 0 ? null : (element.textContent ?? '').trim();
}

/** Null if the attribute is missing; an empty attribute is an empty string. */
export function attributeOf(element: Element, name: string): string | null {
  return element.hasAttribute(name) ? element.getAttribute(name) : null;
}

/** The parser would accept it. */
function isNoCharacter([, hexadecimal, decimal]: RegExpMatchArray): boolean {
  const codePoint = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return codePoint > LAST_CODE_POINT || !CHARACTERS.test(String.fromCodePoint(codePoint));
}

function rejectBoundless(root: Element): void {
  let count = 0;
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth >= MAX_DEPTH || count > MAX_ELEMENTS) throw new UnreadableXml('Too deep or too large');
    level = level.flatMap(childElements);
  }
}
