import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { randomKey } from '../../../platform/crypto/random';
import { SecretBox } from '../../../platform/crypto/secret-box';
import type { WebhookEntity } from '../webhook.entity';

const PREFIX = 'whsec_';
/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;

export type SealedSecrets = Pick<
  WebhookEntity,
  'organizationId' | 'id' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretExpiresAt'
>;

export function secretOf({ organizationId, id }: { organizationId: string; id: string }): string {
  return `webhook ${organizationId} ${id}`;
}

/** Secrets of webhooks, encrypted at rest. */
@Injectable()
export class WebhookSecretsService {
  constructor(private readonly box: SecretBox) {}

  /** As the receiver gets it, and as it is stored. */
  create(of: { organizationId: string; id: string }): { secret: string; sealed: string } {
    const secret = `${PREFIX}${randomKey(SECRET_BYTES).toString('base64')}`;
    return { secret, sealed: this.box.seal(secret, secretOf(of)) };
  }

  /** The keys that sign a request now: the secret and, for a day after a rotation, the previous one. */
  keysOf(webhook: SealedSecrets): Buffer[] {
    const { sealedSecret, sealedPreviousSecret, previousSecretExpiresAt } = webhook;
    const isPreviousValid =
      sealedPreviousSecret !== null &&
      previousSecretExpiresAt !== null &&
      previousSecretExpiresAt > clock.now();
    return [sealedSecret, ...(isPreviousValid ? [sealedPreviousSecret] : [])].map((sealed) => {
      const secret = this.box.open(sealed, secretOf(webhook));
      return Buffer.from(secret.slice(PREFIX.length), 'base64');
    });
  }
}
