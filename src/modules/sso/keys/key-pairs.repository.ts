import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { KeyPurpose } from './key-pair';
import { KeyPairEntity } from './key-pair.entity';

// Of two key pairs that are created concurrently, the first is stored.
const ADD = statement(
  'sso-keys.add',
  `insert into sso_keys (organization_id, purpose, sealed_private_key, certificate, created_at)
   values ($1, $2, $3, $4, $5) on conflict do nothing`,
);

export interface SealedKeyPair {
  sealedPrivateKey: string;
  certificate: string;
}

@Injectable()
export class KeyPairsRepository {
  constructor(private readonly database: Database) {}

  find(context: TenantContext, purpose: KeyPurpose): Promise<SealedKeyPair | null> {
    const { organizationId } = context;
    return this.database.repository(context, KeyPairEntity).findOneBy({ organizationId, purpose });
  }

  /** Does nothing if there is one already. */
  async add(
    context: TenantContext,
    purpose: KeyPurpose,
    { sealedPrivateKey, certificate }: SealedKeyPair,
  ): Promise<void> {
    const values = [context.organizationId, purpose, sealedPrivateKey, certificate, clock.now()];
    await this.database.query(context, ADD, values);
  }
}
