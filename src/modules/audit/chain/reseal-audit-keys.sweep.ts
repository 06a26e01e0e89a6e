import { Injectable } from '@nestjs/common';
import { SecretResealing, type StoredSecrets } from '../../../platform/crypto/secret-resealing';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { AuditSigningKeysRepository, type StoredSigningKey } from './audit-signing-keys.repository';
import { sealedFor } from './audit-signing-keys.service';

@Scheduled({ name: 'audit.reseal-keys', everyMinutes: 60 })
@Injectable()
export class ResealAuditKeysSweep implements ScheduledWork {
  private readonly secrets: StoredSecrets<StoredSigningKey>;

  constructor(
    keys: AuditSigningKeysRepository,
    private readonly resealing: SecretResealing,
  ) {
    this.secrets = resealing.register<StoredSigningKey>({
      noun: 'the key that signs audit logs',
      find: (prefix, last) => keys.findSealedBefore(prefix, last),
      belongsTo: sealedFor,
      replace: (key, resealed) => keys.reseal(key, resealed),
      ownerOf: ({ id }) => ({ keyId: id }),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.resealing.run(this.secrets, signal);
  }
}
