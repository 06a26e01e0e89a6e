import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { SecretBox } from '../../../platform/crypto/secret-box';
import { newSelfSignedKeyPair } from '../../../platform/crypto/self-signed-key-pair';
import type { KeyPair, KeyPurpose } from './key-pair';
import { KeyPairsRepository, type SealedKeyPair } from './key-pairs.repository';

const COMMON_NAME = 'Single sign-on';
const YEARS = 10;

/** Key pairs of an organization's service provider: created on first use, deleted with the connection. */
@Injectable()
export class KeyPairsService {
  constructor(
    private readonly pairs: KeyPairsRepository,
    private readonly box: SecretBox,
  ) {}

  /** Null until the first use. */
  async find(context: TenantContext, purpose: KeyPurpose): Promise<KeyPair | null> {
    const found = await this.pairs.find(context, purpose);
    return found === null ? null : this.opened(context, purpose, found);
  }

  async findOrMake(context: TenantContext, purpose: KeyPurpose): Promise<KeyPair> {
    const found = await this.find(context, purpose);
    if (found !== null) return found;
    await this.pairs.add(context, purpose, await this.made(context, purpose));
    // Another replica may have created it first.
    return (await this.find(context, purpose))!;
  }

  private async made({ organizationId }: TenantContext, purpose: KeyPurpose): Promise<SealedKeyPair> {
    const content = { commonName: COMMON_NAME, from: clock.now(), years: YEARS };
    const { privateKey, certificate } = await newSelfSignedKeyPair(content);
    return {
      sealedPrivateKey: this.box.seal(privateKey, privateKeyOf(organizationId, purpose)),
      certificate,
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

/** The context that a sealed private key is bound to. */
export const privateKeyOf = (organizationId: string, purpose: KeyPurpose): string =>
  `sso_keys:${organizationId}:${purpose}`;
