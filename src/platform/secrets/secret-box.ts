import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppSecret, type PurposeKey } from '../config/app-secret';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** Sealed with a secret that this process was not given, moved to another record, or damaged. */
export class SecretUnreadable extends Error {
  constructor(cause?: unknown) {
    super('A stored secret cannot be read: was APP_SECRET replaced without APP_SECRET_PREVIOUS?', { cause });
  }
}

/**
 * Encrypts secrets that must be read again (authenticator keys, client secrets), for the database: AES-256-GCM under a
 * key made from APP_SECRET, which the database does not hold. `belongsTo` names record and field: what is sealed for
 * one cannot be moved to another.
 */
@Injectable()
export class SecretBox {
  private readonly keys: [PurposeKey, ...PurposeKey[]];

  constructor(secret: AppSecret) {
    this.keys = secret.keysFor('stored secrets');
  }

  /** What everything starts with that was sealed with the present key; the rest waits to be sealed anew. */
  get presentPrefix(): string {
    return `${VERSION}.${this.keys[0].id}.`;
  }

  seal(secret: string, belongsTo: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.keys[0].bytes, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(belongsTo));
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.presentPrefix}${sealed.toString('base64url')}`;
  }

  open(sealed: string, belongsTo: string): string {
    const [version, keyId, text = ''] = sealed.split('.');
    const key = this.keys.find(({ id }) => id === keyId);
    const bytes = Buffer.from(text, 'base64url');
    if (version !== VERSION || key === undefined || bytes.length < NONCE_BYTES + TAG_BYTES)
      throw new SecretUnreadable();
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(belongsTo));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    } catch (error) {
      throw new SecretUnreadable(error);
    }
  }
}
