import { clock } from '../../../kernel/clock';
import { isSameSecret } from '../../../platform/crypto/constant-time';
import { hmacSha256 } from '../../../platform/crypto/digest';

/** Standard Webhooks: a request that was recorded cannot be sent again later. */
const TOLERANCE_SECONDS = 300;
const ENCODED = 'whsec_';

export interface SignedRequest {
  header(name: string): string | undefined;
}

/** Whether a request has a signature of its body with the secret, in either of two schemes (decision 0098). */
export function isSigned(request: SignedRequest, body: Uint8Array, secret: string): boolean {
  return hasHubSignature(request, body, secret) || hasStandardSignature(request, body, secret);
}

/** `X-Hub-Signature-256: sha256=<hexadecimal>`, of the body. */
function hasHubSignature(request: SignedRequest, body: Uint8Array, secret: string): boolean {
  const [, given] = /^sha256=([0-9a-f]{64})$/i.exec(request.header('x-hub-signature-256') ?? '') ?? [];
  if (given === undefined) return false;
  return isSameSecret(Buffer.from(given, 'hex'), hmacSha256(Buffer.from(secret), body));
}

/** `webhook-signature: v1,<base64> …`, of id, timestamp and body. */
function hasStandardSignature(request: SignedRequest, body: Uint8Array, secret: string): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    request.header(name),
  );
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(clock.nowMs() / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const expected = `v1,${hmacSha256(keyOf(secret), signed).toString('base64')}`;
  return signatures.split(' ').some((each) => isSameSecret(each, expected));
}

function keyOf(secret: string): Buffer {
  return secret.startsWith(ENCODED)
    ? Buffer.from(secret.slice(ENCODED.length), 'base64')
    : Buffer.from(secret);
}
