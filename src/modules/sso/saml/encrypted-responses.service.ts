import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { SamlConnection } from '../connections/connection';
import { KeyPairsService } from '../keys/key-pairs.service';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { childrenNamed } from '../xml';
import { decrypted, readEncryptedAssertion } from './encrypted-assertion';
import { plainResponse } from './plain-response';
import { readSamlBytes, type SamlMessage } from './saml-message';
import { checkEncryptedStructure, type Expected } from './saml-structure';
import { signedText } from './xml-signature';

/** Decrypts assertions that are encrypted for an organization. Encryption does not authenticate the sender. */
@Injectable()
export class EncryptedResponsesService {
  constructor(private readonly keys: KeyPairsService) {}

  /**
   * The response with its assertion decrypted but not yet validated. Responses without encryption are returned
   * unchanged.
   */
  async decrypted(
    context: TenantContext,
    { certificates }: SamlConnection,
    sent: SamlMessage,
    expected: Expected,
  ): Promise<SamlMessage> {
    if (childrenNamed(sent.root, 'assertion', 'EncryptedAssertion').length === 0) return sent;
    const encrypted = readEncryptedAssertion(checkEncryptedStructure(sent.root, expected));
    const isSigned = childrenNamed(sent.root, 'signature', 'Signature').length > 0;
    if (isSigned && signedText(sent, certificates) === null) throw new SignOnRejected('signature_invalid');
    const keyPair = await this.keys.find(context, 'encryption');
    if (keyPair === null) throw new SignOnRejected('decryption_failed');
    // The assertion is parsed on its own first, so that it cannot close the surrounding element.
    const { text } = readSamlBytes(decrypted(encrypted, keyPair.privateKey));
    return readSamlBytes(Buffer.from(plainResponse(sent.root, text)));
  }
}
