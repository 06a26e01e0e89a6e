import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { SecretBox } from '../../../platform/crypto/secret-box';

/** Seals and opens the stored keys of authenticators. */
@Injectable()
export class AuthenticatorKeysService {
  constructor(private readonly box: SecretBox) {}

  seal(key: Uint8Array, userId: UserId): string {
    return this.box.seal(Buffer.from(key).toString('base64url'), authenticatorKeyOf(userId));
  }

  open(sealed: string, userId: UserId): Buffer {
    return Buffer.from(this.box.open(sealed, authenticatorKeyOf(userId)), 'base64url');
  }
}

/** What a stored key is sealed for. */
export const authenticatorKeyOf = (userId: UserId): string => `second-factor:${userId}`;
