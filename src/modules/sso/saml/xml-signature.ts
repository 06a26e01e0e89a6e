import { SignedXml } from 'xml-crypto';
import { childrenNamed } from '../xml';
import type { SamlMessage } from './saml-message';

/**
 * The content that the signature of a message's root covers, in canonical form; null if it matches none of
 * the certificates. saml-structure.ts has validated the structure of the signature.
 */
export function signedText({ text, root }: SamlMessage, certificates: readonly string[]): string | null {
  const [signature] = childrenNamed(root, 'signature', 'Signature');
  if (signature === undefined) return null;
  // XML parsers normalize line endings.
  const document = text.replaceAll(/\r\n?/g, '\n');
  for (const publicCert of certificates) {
    const covered = coveredBy(signature, document, publicCert);
    if (covered !== null) return covered;
  }
  return null;
}

function coveredBy(signature: Element, document: string, publicCert: string): string | null {
  // A certificate inside the message proves nothing.
  const check = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
  try {
    check.loadSignature(signature as unknown as Node);
    const covered = check.checkSignature(document) ? check.getSignedReferences() : [];
    return covered.length === 1 ? covered[0]! : null;
  } catch {
    return null;
  }
}
