import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { SecretBox } from '../../platform/secrets/secret-box';

/** Keys of authenticators as the database keeps them. */
@Injectable()
export class AuthenticatorKeys {
  constructor(private readonly box: SecretBox) {}

  seal(key: Uint8Array, userId: UserId): string {
    return this.box.seal(Buffer.from(key).toString('base64url'), belongsTo(userId));
  }

  open(sealed: string, userId: UserId): Buffer {
    return Buffer.from(this.box.open(sealed, belongsTo(userId)), 'base64url');
  }
}

const belongsTo = (userId: UserId): string => `second-factor:${userId}`;
