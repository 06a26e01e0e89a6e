import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { isSignedByEd25519, newEd25519KeyPair, signEd25519 } from '../../../platform/crypto/ed25519';
import { SecretBox, SecretUnreadable } from '../../../platform/crypto/secret-box';
import { Log } from '../../../platform/logging/log';
import { AuditSigningKeysRepository, type StoredSigningKey } from './audit-signing-keys.repository';
import { type ChainPoint, type PointKind, type PointSignature, signedText } from './chain-point';
import { keyIdOf } from './signing-key-id';

/** A public key as it is published. */
export interface PublicSigningKey {
  id: string;
  /** SubjectPublicKeyInfo in DER, base64. */
  publicKey: string;
}

interface CurrentKey {
  id: string;
  privateKey: string;
}

/** What a private key is sealed for. */
export function sealedFor({ id }: { id: string }): string {
  return `audit signing key ${id}`;
}

/** Signs places of the chains with the key of the installation, whose private part the database contains only encrypted. */
@Injectable()
export class AuditSigningKeysService {
  constructor(
    private readonly keys: AuditSigningKeysRepository,
    private readonly box: SecretBox,
    private readonly log: Log,
  ) {}

  /** Oldest first; the last one signs. */
  async published(): Promise<PublicSigningKey[]> {
    await this.current();
    return (await this.keys.all()).map(({ id, publicKey }) => ({ id, publicKey }));
  }

  async sign(kind: PointKind, point: ChainPoint): Promise<PointSignature> {
    const { id, privateKey } = await this.current();
    return { keyId: id, signature: signEd25519(signedText(kind, point), privateKey) };
  }

  async isSigned(kind: PointKind, point: ChainPoint, { keyId, signature }: PointSignature): Promise<boolean> {
    const key = (await this.keys.all()).find(({ id }) => id === keyId);
    return key !== undefined && isSignedByEd25519(signedText(kind, point), signature, key.publicKey);
  }

  /** Read each time: another process can have replaced it, and a batch signs few places. */
  private async current(): Promise<CurrentKey> {
    const stored = (await this.keys.all()).find(({ isCurrent }) => isCurrent);
    const opened = stored === undefined ? null : this.opened(stored);
    if (opened !== null) return opened;
    await this.create(stored?.id ?? null);
    return this.current();
  }

  /** Null for a key that a lost APP_SECRET has encrypted. */
  private opened(stored: StoredSigningKey): CurrentKey | null {
    try {
      return { id: stored.id, privateKey: this.box.open(stored.sealed, sealedFor(stored)) };
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      this.log.warn('the key that signs audit logs cannot be read, a new one replaces it', {
        keyId: stored.id,
      });
      return null;
    }
  }

  private async create(replacedId: string | null): Promise<void> {
    const { publicKey, privateKey } = newEd25519KeyPair();
    const id = keyIdOf(publicKey);
    const sealed = this.box.seal(privateKey, sealedFor({ id }));
    await this.keys.replace({ id, publicKey, sealed, createdAt: clock.now() }, replacedId);
  }
}
