import { hmacSha256 } from '../../../platform/crypto/digest';

export interface SignedMessage {
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

/** The value of `webhook-signature` by the Standard Webhooks scheme: one signature for each key. */
export function signatureOf({ id, timestampSeconds, body }: SignedMessage, keys: readonly Buffer[]): string {
  const signed = `${id}.${timestampSeconds}.${body}`;
  return keys.map((key) => `v1,${hmacSha256(key, signed).toString('base64')}`).join(' ');
}
