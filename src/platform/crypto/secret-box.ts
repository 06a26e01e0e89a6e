import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { AppSecret, type PurposeKey } from '../config/app-secret';
import { decryptAesGcm, encryptAesGcm } from './aes-gcm';

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';

/** The text was encrypted with a secret that this process does not have, moved to another record, or damaged. */
export class SecretUnreadable extends Error {
  constructor(cause?: unknown) {
    super('A stored secret cannot be read: was APP_SECRET replaced without APP_SECRET_PREVIOUS?', { cause });
  }
}

/**
 * Encrypts secrets that must be read again (authenticator keys, client secrets), for the database: AES-256-GCM with a
 * key derived from APP_SECRET, which the database does not contain. `belongsTo` names record and field: a value that is
 * encrypted for one cannot be moved to another.
 */
@Injectable()
export class SecretBox {
  private readonly keys: [PurposeKey, ...PurposeKey[]];

  constructor(secret: AppSecret) {
    this.keys = secret.keysFor('stored secrets');
  }

  /** The prefix of every value that is encrypted with the current key; values without it are due for re-encryption. */
  get presentPrefix(): string {
    return `${VERSION}.${this.keys[0].id}.`;
  }

  seal(secret: string, belongsTo: string): string {
    const sealed = encryptAesGcm(CIPHER, this.keys[0].bytes, Buffer.from(secret), Buffer.from(belongsTo));
    return `${this.presentPrefix}${sealed.toString('base64url')}`;
  }

  open(sealed: string, belongsTo: string): string {
    const [version, keyId, text = '', ...rest] = sealed.split('.');
    const key = this.keys.find(({ id }) => id === keyId);
    if (version !== VERSION || key === undefined || rest.length > 0) throw new SecretUnreadable();
    const bytes = Buffer.from(text, 'base64url');
    // Node ignores what does not belong to base64url, so that one secret could be written in many ways.
    if (bytes.toString('base64url') !== text) throw new SecretUnreadable();
    try {
      return decryptAesGcm(CIPHER, key.bytes, bytes, Buffer.from(belongsTo)).toString('utf8');
    } catch (error) {
      throw new SecretUnreadable(error);
    }
  }

  /** Encrypts JSON that this service issues and receives again, such as the state of a flow or the token of a link. */
  sealFor(lifetimeMs: number, content: object, belongsTo: string): string {
    return this.seal(JSON.stringify({ content, until: clock.nowMs() + lifetimeMs }), belongsTo);
  }

  /** The content of `sealFor`; null if it is expired, damaged, or was not issued by this service. */
  openCurrent<T>(sealed: string, belongsTo: string): T | null {
    try {
      const { content, until } = JSON.parse(this.open(sealed, belongsTo)) as { content: T; until: number };
      return until > clock.nowMs() ? content : null;
    } catch {
      return null;
    }
  }
}
