import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { SecretResealing, type StoredSecrets } from '../../../platform/crypto/secret-resealing';
import { privateKeyOf } from '../keys/key-pairs.service';
import type { KeyPurpose } from '../keys/key-pair';
import { clientSecretOf } from './sso-preparation.service';

interface SealedSecret {
  organizationId: string;
  /** Null for the client secret of an OpenID Connect connection. */
  purpose: KeyPurpose | null;
  sealed: string;
}

const FIND = statement(
  'sso.find-sealed-before',
  `select organization_id as "organizationId", purpose, sealed
   from (
     select organization_id, purpose, sealed_private_key as sealed from sso_keys
     union all
     select organization_id, null, sealed_client_secret from sso_connections where sealed_client_secret is not null
   ) secret
   where not starts_with(sealed, $1) and (organization_id, coalesce(purpose, '')) > ($2, $3)
   order by organization_id, coalesce(purpose, '') limit 200`,
);

const RESEAL_KEY = statement(
  'sso-keys.reseal',
  `update sso_keys set sealed_private_key = $3
   where organization_id = $1 and sealed_private_key = $2 and purpose = $4 returning 1`,
);

const RESEAL_CLIENT_SECRET = statement(
  'sso.reseal-client-secret',
  `update sso_connections set sealed_client_secret = $3
   where organization_id = $1 and sealed_client_secret = $2 returning 1`,
);

@Scheduled({ name: 'sso.reseal-secrets', everyMinutes: 60 })
@Injectable()
export class ResealSsoSecretsSweep implements ScheduledWork {
  private readonly secrets: StoredSecrets<SealedSecret>;

  constructor(
    database: Database,
    private readonly resealing: SecretResealing,
  ) {
    this.secrets = resealing.register<SealedSecret>({
      noun: 'a secret of single sign-on',
      find: (prefix, last) => {
        const values = [prefix, last?.organizationId ?? '', last?.purpose ?? ''];
        return database.query(NO_TRANSACTION, FIND, values);
      },
      belongsTo: ({ organizationId, purpose }) =>
        purpose === null ? clientSecretOf(organizationId) : privateKeyOf(organizationId, purpose),
      replace: ({ organizationId, purpose, sealed }, resealed) => {
        const values = [organizationId, sealed, resealed];
        return purpose === null
          ? database.query(NO_TRANSACTION, RESEAL_CLIENT_SECRET, values)
          : database.query(NO_TRANSACTION, RESEAL_KEY, [...values, purpose]);
      },
      ownerOf: ({ organizationId }) => ({ organizationId }),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.resealing.run(this.secrets, signal);
  }
}
