import { sha256Text } from '../../../platform/crypto/digest';

const KEY_ID_LENGTH = 16;

/** The id of a public key: the beginning of its digest, so that a key cannot take the id of another. */
export function keyIdOf(publicKey: string): string {
  return sha256Text(Buffer.from(publicKey, 'base64'), 'hex').slice(0, KEY_ID_LENGTH);
}
