import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { SecretBox } from '../../../platform/secrets/secret-box';
import type { KeyPair, KeyPurpose } from './key-pair';
import { KeyPairsRepository, type SealedKeyPair } from './key-pairs.repository';
import { selfSignedCertificate } from './self-signed-certificate';

const generate = promisify(generateKeyPair);
const BITS = 2048;

/** Keys by which an organization is known to its identity provider: made when first needed, gone with the connection. */
@Injectable()
export class KeyPairs {
  constructor(
    private readonly pairs: KeyPairsRepository,
    private readonly box: SecretBox,
  ) {}

  /** Null while nobody has needed it. */
  async find(context: TenantContext, purpose: KeyPurpose): Promise<KeyPair | null> {
    const found = await this.pairs.find(context, purpose);
    return found === null ? null : this.opened(context, purpose, found);
  }

  async findOrMake(context: TenantContext, purpose: KeyPurpose): Promise<KeyPair> {
    const found = await this.find(context, purpose);
    if (found !== null) return found;
    await this.pairs.add(context, purpose, await this.made(context, purpose));
    // Another replica's may have been first.
    return (await this.find(context, purpose))!;
  }

  private async made({ organizationId }: TenantContext, purpose: KeyPurpose): Promise<SealedKeyPair> {
    const pair = await generate('rsa', { modulusLength: BITS });
    const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    return {
      sealedPrivateKey: this.box.seal(privateKey, privateKeyOf(organizationId, purpose)),
      certificate: selfSignedCertificate(pair, clock.now()),
    };
  }

  private opened(
    { organizationId }: TenantContext,
    purpose: KeyPurpose,
    { sealedPrivateKey, certificate }: SealedKeyPair,
  ): KeyPair {
    const privateKey = this.box.open(sealedPrivateKey, privateKeyOf(organizationId, purpose));
    return { privateKey, certificate };
  }
}

/** What a sealed private key is bound to. */
export const privateKeyOf = (organizationId: string, purpose: KeyPurpose): string =>
  `sso_keys:${organizationId}:${purpose}`;
