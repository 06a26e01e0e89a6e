import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { KeyPair } from '../keys/key-pair';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { MAX_MESSAGE_CHARACTERS, readSamlBytes, type SamlMessage } from './saml-message';
import { isSignedByCertificate, signRsaSha256 } from '../../../platform/crypto/rsa';

export type MessageParameter = 'SAMLRequest' | 'SAMLResponse';

export interface RedirectMessage {
  parameter: MessageParameter;
  message: SamlMessage;
  relayState: string | null;
}

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const HASHES: ReadonlyMap<string, 'sha256' | 'sha512'> = new Map([
  [RSA_SHA256, 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'sha512'],
]);
const PARAMETERS = new Set([
  'SAMLRequest',
  'SAMLResponse',
  'RelayState',
  'SigAlg',
  'Signature',
  'SAMLEncoding',
]);
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * A redirect address with a message. The signature covers the exact characters of the query, so they must
 * not change.
 */
export function redirectAddress(
  target: string,
  { parameter, xml, relayState }: { parameter: MessageParameter; xml: string; relayState: string | null },
  key: KeyPair | null,
): string {
  const said: [string, string | null][] = [
    [parameter, deflateRawSync(xml).toString('base64')],
    ['RelayState', relayState],
    ['SigAlg', key === null ? null : RSA_SHA256],
  ];
  const query = said
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${encoded(value)}`]))
    .join('&');
  const address = new URL(target);
  const signature =
    key === null ? '' : `&Signature=${encoded(signRsaSha256(query, key.privateKey).toString('base64'))}`;
  address.search = `${address.search === '' ? '' : `${address.search}&`}${query}${signature}`;
  return address.href;
}

/** Whether a query contains a message. */
export function carriesMessage(query: string): boolean {
  return /(^|&)SAML(Request|Response)=/.test(query);
}

/**
 * Reads a signed message from a raw query. Each parameter must occur once; the message is inflated only
 * after the signature is verified, and only up to the size limit.
 */
export function readRedirect(query: string, certificates: readonly string[]): RedirectMessage {
  const given = parametersOf(query);
  const parameter = given.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse';
  if (given.has('SAMLRequest') === given.has('SAMLResponse') || given.has('SAMLEncoding'))
    throw new SignOnRejected('malformed');
  const sent = valueOf(given, parameter);
  checkSignature(given, parameter, certificates);
  return {
    parameter,
    message: inflated(sent),
    relayState: given.has('RelayState') ? valueOf(given, 'RelayState') : null,
  };
}

/** As `URL` serializes it. */
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll("'", '%27');
}

/** Raw values, still percent-encoded. */
function parametersOf(query: string): Map<string, string> {
  const given = new Map<string, string>();
  for (const part of query.split('&')) {
    const at = part.indexOf('=');
    const name = at === -1 ? part : part.slice(0, at);
    if (!PARAMETERS.has(name)) continue;
    if (given.has(name)) throw new SignOnRejected('malformed');
    given.set(name, at === -1 ? '' : part.slice(at + 1));
  }
  return given;
}

function valueOf(given: ReadonlyMap<string, string>, name: string): string {
  try {
    return decodeURIComponent((given.get(name) ?? '').replaceAll('+', ' '));
  } catch {
    throw new SignOnRejected('malformed');
  }
}

function checkSignature(
  given: ReadonlyMap<string, string>,
  parameter: MessageParameter,
  certificates: readonly string[],
): void {
  if (!given.has('Signature') || !given.has('SigAlg')) throw new SignOnRejected('message_unsigned');
  const hash = HASHES.get(valueOf(given, 'SigAlg'));
  if (hash === undefined) throw new SignOnRejected('weak_algorithm');
  const signature = valueOf(given, 'Signature').replaceAll(/\s/g, '');
  if (!BASE64.test(signature)) throw new SignOnRejected('signature_structure');
  const covered = [parameter, 'RelayState', 'SigAlg']
    .filter((name) => given.has(name))
    .map((name) => `${name}=${given.get(name)}`)
    .join('&');
  const isMadeBy = (certificate: string) =>
    isSignedByCertificate(certificate, hash, covered, Buffer.from(signature, 'base64'));
  if (!certificates.some(isMadeBy)) throw new SignOnRejected('signature_invalid');
}

function inflated(sent: string): SamlMessage {
  const base64 = sent.replaceAll(/[\r\n]/g, '');
  if (!BASE64.test(base64)) throw new SignOnRejected('not_base64');
  let bytes: Buffer;
  try {
    bytes = inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: MAX_MESSAGE_CHARACTERS });
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new SignOnRejected(isBomb ? 'too_large' : 'not_xml');
  }
  return readSamlBytes(bytes);
}
