import { SignedXml } from 'xml-crypto';
import { childrenNamed } from '../xml';
import type { SamlMessage } from './saml-message';

/**
 * What the signature of a message's root covers, in canonical form and as it was covered; null when none of the
 * certificates has made it. The shape of the signature has been judged before, by saml-structure.ts.
 */
export function signedText({ text, root }: SamlMessage, certificates: readonly string[]): string | null {
  const [signature] = childrenNamed(root, 'signature', 'Signature');
  if (signature === undefined) return null;
  // As XML has it: a parser tells of one kind of line end.
  const document = text.replaceAll(/\r\n?/g, '\n');
  for (const publicCert of certificates) {
    const covered = coveredBy(signature, document, publicCert);
    if (covered !== null) return covered;
  }
  return null;
}

function coveredBy(signature: Element, document: string, publicCert: string): string | null {
  // A certificate that the message brings along proves nothing.
  const check = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
  try {
    check.loadSignature(signature as unknown as Node);
    const covered = check.checkSignature(document) ? check.getSignedReferences() : [];
    return covered.length === 1 ? covered[0]! : null;
  } catch {
    return null;
  }
}
