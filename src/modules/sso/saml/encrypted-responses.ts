import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { SamlConnection } from '../connection';
import { KeyPairs } from '../keys/key-pairs';
import { SignOnRefused } from '../sign-on-refused';
import { childrenNamed } from '../xml';
import { decrypted, readEncryptedAssertion } from './encrypted-assertion';
import { plainResponse } from './plain-response';
import { readSamlBytes, type SamlMessage } from './saml-message';
import { checkEncryptedStructure, type Expected } from './saml-structure';
import { signedText } from './xml-signature';

/** Decrypts assertions that were encrypted for an organization. To have been readable by us alone proves nothing of who wrote it. */
@Injectable()
export class EncryptedResponses {
  constructor(private readonly keys: KeyPairs) {}

  /** The response as if it had come without encryption, its assertion yet to be judged; as it is when it did. */
  async decrypted(
    context: TenantContext,
    { certificates }: SamlConnection,
    sent: SamlMessage,
    expected: Expected,
  ): Promise<SamlMessage> {
    if (childrenNamed(sent.root, 'assertion', 'EncryptedAssertion').length === 0) return sent;
    const encrypted = readEncryptedAssertion(checkEncryptedStructure(sent.root, expected));
    const isSigned = childrenNamed(sent.root, 'signature', 'Signature').length > 0;
    if (isSigned && signedText(sent, certificates) === null) throw new SignOnRefused('signature_invalid');
    const keyPair = await this.keys.find(context, 'encryption');
    if (keyPair === null) throw new SignOnRefused('decryption_failed');
    // Read by itself first: nothing of it can end the element that it is put into.
    const { text } = readSamlBytes(decrypted(encrypted, keyPair.privateKey));
    return readSamlBytes(Buffer.from(plainResponse(sent.root, text)));
  }
}
