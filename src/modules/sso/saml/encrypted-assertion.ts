import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { attributeOf, childElements, childrenNamed, everyElement, isNamed, plainText } from '../xml';
import { type AesGcm, decryptAesGcm } from '../../../platform/crypto/aes-gcm';
import { type OaepHash, unwrapKey } from '../../../platform/crypto/rsa';

/** Only AES-GCM: modified data is not decrypted, so decryption cannot serve as an oracle. */
const CIPHERS: ReadonlyMap<string, AesGcm> = new Map([
  ['http://www.w3.org/2009/xmlenc11#aes128-gcm', 'aes-128-gcm'],
  ['http://www.w3.org/2009/xmlenc11#aes256-gcm', 'aes-256-gcm'],
]);
const OAEP_BY_SHA1 = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
const OAEP = 'http://www.w3.org/2009/xmlenc11#rsa-oaep';
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const MASK_BY_SHA256 = 'http://www.w3.org/2009/xmlenc11#mgf1sha256';
const DIGESTS: ReadonlyMap<string, OaepHash> = new Map([
  [SHA1, 'sha1'],
  [SHA256, 'sha256'],
]);
const MASKS: ReadonlyMap<string, OaepHash> = new Map([
  ['http://www.w3.org/2009/xmlenc11#mgf1sha1', 'sha1'],
  [MASK_BY_SHA256, 'sha256'],
]);
const ELEMENT = 'http://www.w3.org/2001/04/xmlenc#Element';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export interface EncryptionMethod {
  algorithm: string;
  digest?: string;
  mask?: string;
}

/** The accepted algorithms, published in the metadata. */
export const ENCRYPTION_METHODS: readonly EncryptionMethod[] = [
  ...Array.from(CIPHERS.keys(), (algorithm) => ({ algorithm })),
  { algorithm: OAEP_BY_SHA1, digest: SHA1 },
  { algorithm: OAEP, digest: SHA256, mask: MASK_BY_SHA256 },
];

/** A parsed encrypted assertion. */
export interface EncryptedAssertion {
  cipher: AesGcm;
  content: Buffer;
  /** The content key, encrypted with RSA-OAEP and this hash. */
  wrappedKey: Buffer;
  oaepHash: OaepHash;
}

/**
 * Parses an `EncryptedAssertion`: one encrypted content and one encrypted key, inside or next to it, both
 * inline. CBC, which allows padding oracles, and RSA with PKCS #1 v1.5 are rejected by name before any key
 * is used.
 */
export function readEncryptedAssertion(element: Element): EncryptedAssertion {
  const inside = everyElement(element);
  const known = childElements(element).every((child) =>
    ['EncryptedData', 'EncryptedKey'].some((name) => isNamed(child, 'encryption', name)),
  );
  const count = (name: string) => inside.filter(({ localName }) => localName === name).length;
  if (!known || count('EncryptedData') !== 1 || count('EncryptedKey') !== 1) reject();
  // References are not followed.
  if (count('CipherValue') !== 2 || count('CipherReference') > 0 || count('OAEPparams') > 0) reject();
  const content = one(element, 'encryption', 'EncryptedData');
  if ((attributeOf(content, 'Type') ?? ELEMENT) !== ELEMENT) reject();
  const holders = [element, one(content, 'signature', 'KeyInfo')];
  const [key] = holders.flatMap((holder) => childrenNamed(holder, 'encryption', 'EncryptedKey'));
  if (key === undefined) reject();
  const cipher = CIPHERS.get(methodOf(content));
  const oaepHash = oaepHashOf(key);
  if (cipher === undefined || oaepHash === null) {
    const algorithms = [methodOf(content), methodOf(key)];
    throw new SignOnRejected('encryption_algorithm', { algorithms });
  }
  return { cipher, content: bytesOf(content), wrappedKey: bytesOf(key), oaepHash };
}

/** The decrypted assertion. All failures are reported alike, so that an attacker learns nothing from them. */
export function decrypted(
  { cipher, content, wrappedKey, oaepHash }: EncryptedAssertion,
  privateKey: string,
): Buffer {
  try {
    return decryptAesGcm(cipher, unwrapKey(privateKey, wrappedKey, oaepHash), content);
  } catch {
    throw new SignOnRejected('decryption_failed');
  }
}

function reject(): never {
  throw new SignOnRejected('encryption_structure');
}

function one(of: Element, namespace: 'encryption' | 'signature', name: string): Element {
  const found = childrenNamed(of, namespace, name);
  if (found.length !== 1) reject();
  return found[0]!;
}

function methodOf(encrypted: Element): string {
  return attributeOf(one(encrypted, 'encryption', 'EncryptionMethod'), 'Algorithm') ?? '';
}

/** OpenSSL uses one hash for label and mask; the older identifier requires SHA-1 for the mask. */
function oaepHashOf(key: Element): OaepHash | null {
  const method = methodOf(key);
  if (method !== OAEP_BY_SHA1 && method !== OAEP) return null;
  const element = one(key, 'encryption', 'EncryptionMethod');
  const digest = hashOf(childrenNamed(element, 'signature', 'DigestMethod'), DIGESTS);
  const mask = method === OAEP ? hashOf(childrenNamed(element, 'encryption11', 'MGF'), MASKS) : 'sha1';
  return digest === mask ? digest : null;
}

/** SHA-1 is the default, and secure within OAEP. */
function hashOf(named: readonly Element[], hashes: ReadonlyMap<string, OaepHash>): OaepHash | null {
  if (named.length > 1) reject();
  return named.length === 0 ? 'sha1' : (hashes.get(attributeOf(named[0]!, 'Algorithm') ?? '') ?? null);
}

function bytesOf(encrypted: Element): Buffer {
  const value = one(one(encrypted, 'encryption', 'CipherData'), 'encryption', 'CipherValue');
  const text = (plainText(value) ?? '').replaceAll(/[ \t\r\n]/g, '');
  if (!BASE64.test(text)) reject();
  return Buffer.from(text, 'base64');
}
