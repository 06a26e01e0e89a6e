import { constants, createDecipheriv, privateDecrypt } from 'node:crypto';
import { SignOnRefused } from '../sign-on-refused';
import { attributeOf, childElements, childrenNamed, everyElement, isNamed, plainText } from '../xml';

/** AES in Galois/Counter Mode alone: what was changed on its way is not decrypted, so nobody can ask by changing it. */
const CIPHERS: ReadonlyMap<string, 'aes-128-gcm' | 'aes-256-gcm'> = new Map([
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
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface EncryptionMethod {
  algorithm: string;
  digest?: string;
  mask?: string;
}

/** What is accepted, for providers to read in the metadata. */
export const ENCRYPTION_METHODS: readonly EncryptionMethod[] = [
  ...Array.from(CIPHERS.keys(), (algorithm) => ({ algorithm })),
  { algorithm: OAEP_BY_SHA1, digest: SHA1 },
  { algorithm: OAEP, digest: SHA256, mask: MASK_BY_SHA256 },
];

type OaepHash = 'sha1' | 'sha256';

/** An assertion for our key alone, taken apart. */
export interface EncryptedAssertion {
  cipher: 'aes-128-gcm' | 'aes-256-gcm';
  content: Buffer;
  /** The content's key, by RSA-OAEP with this hash. */
  wrappedKey: Buffer;
  oaepHash: OaepHash;
}

/**
 * Takes an `EncryptedAssertion` apart: one piece of data with one key, in it or beside it, and the bytes of both in it.
 * CBC, which can be asked byte by byte, and RSA by PKCS #1 v1.5 are refused by name, before any key is used.
 */
export function readEncryptedAssertion(element: Element): EncryptedAssertion {
  const inside = everyElement(element);
  const known = childElements(element).every((child) =>
    ['EncryptedData', 'EncryptedKey'].some((name) => isNamed(child, 'encryption', name)),
  );
  const count = (name: string) => inside.filter(({ localName }) => localName === name).length;
  if (!known || count('EncryptedData') !== 1 || count('EncryptedKey') !== 1) refuse();
  // What lies elsewhere is not fetched.
  if (count('CipherValue') !== 2 || count('CipherReference') > 0 || count('OAEPparams') > 0) refuse();
  const content = one(element, 'encryption', 'EncryptedData');
  if ((attributeOf(content, 'Type') ?? ELEMENT) !== ELEMENT) refuse();
  const holders = [element, one(content, 'signature', 'KeyInfo')];
  const [key] = holders.flatMap((holder) => childrenNamed(holder, 'encryption', 'EncryptedKey'));
  if (key === undefined) refuse();
  const cipher = CIPHERS.get(methodOf(content));
  const oaepHash = oaepHashOf(key);
  if (cipher === undefined || oaepHash === null) {
    const algorithms = [methodOf(content), methodOf(key)];
    throw new SignOnRefused('encryption_algorithm', { algorithms });
  }
  return { cipher, content: bytesOf(content), wrappedKey: bytesOf(key), oaepHash };
}

/** The assertion's bytes. Whatever goes wrong is answered alike: who sends guesses learns nothing by the answers. */
export function decrypted(
  { cipher, content, wrappedKey, oaepHash }: EncryptedAssertion,
  privateKey: string,
): Buffer {
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const key = privateDecrypt({ key: privateKey, padding, oaepHash }, wrappedKey);
    const nonce = content.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(cipher, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(content.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(content.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new SignOnRefused('decryption_failed');
  }
}

function refuse(): never {
  throw new SignOnRefused('encryption_structure');
}

function one(of: Element, namespace: 'encryption' | 'signature', name: string): Element {
  const found = childrenNamed(of, namespace, name);
  if (found.length !== 1) refuse();
  return found[0]!;
}

function methodOf(encrypted: Element): string {
  return attributeOf(one(encrypted, 'encryption', 'EncryptionMethod'), 'Algorithm') ?? '';
}

/** OpenSSL takes one hash for the label and the mask; the older name of the method says SHA-1 for the mask. */
function oaepHashOf(key: Element): OaepHash | null {
  const method = methodOf(key);
  if (method !== OAEP_BY_SHA1 && method !== OAEP) return null;
  const element = one(key, 'encryption', 'EncryptionMethod');
  const digest = hashOf(childrenNamed(element, 'signature', 'DigestMethod'), DIGESTS);
  const mask = method === OAEP ? hashOf(childrenNamed(element, 'encryption11', 'MGF'), MASKS) : 'sha1';
  return digest === mask ? digest : null;
}

/** SHA-1 where nothing is said, which inside of OAEP is as good as any. */
function hashOf(named: readonly Element[], hashes: ReadonlyMap<string, OaepHash>): OaepHash | null {
  if (named.length > 1) refuse();
  return named.length === 0 ? 'sha1' : (hashes.get(attributeOf(named[0]!, 'Algorithm') ?? '') ?? null);
}

function bytesOf(encrypted: Element): Buffer {
  const value = one(one(encrypted, 'encryption', 'CipherData'), 'encryption', 'CipherValue');
  const text = (plainText(value) ?? '').replaceAll(/[ \t\r\n]/g, '');
  if (!BASE64.test(text)) refuse();
  return Buffer.from(text, 'base64');
}
