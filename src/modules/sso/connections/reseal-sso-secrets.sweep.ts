import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { Log } from '../../../platform/logging/log';
import { inBatches } from '../../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { SecretBox, SecretUnreadable } from '../../../platform/crypto/secret-box';
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

// A secret that was replaced in the meantime is already sealed with the current key.
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

/** Reseals with the current APP_SECRET what the previous one sealed, so that the previous one can be removed. */
@Scheduled({ name: 'sso.reseal-secrets', everyMinutes: 60 })
@Injectable()
export class ResealSsoSecretsSweep implements ScheduledWork {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly log: Log,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    let last = ['', ''];
    await inBatches(async () => {
      const values = [this.box.presentPrefix, ...last];
      const rows = await this.database.query<SealedSecret>(NO_TRANSACTION, FIND, values);
      for (const row of rows) await this.reseal(row);
      const { organizationId, purpose } = rows.at(-1) ?? { organizationId: '', purpose: null };
      last = [organizationId, purpose ?? ''];
      return rows.length;
    }, signal);
  }

  private async reseal({ organizationId, purpose, sealed }: SealedSecret): Promise<void> {
    const belongsTo =
      purpose === null ? clientSecretOf(organizationId) : privateKeyOf(organizationId, purpose);
    try {
      const resealed = this.box.seal(this.box.open(sealed, belongsTo), belongsTo);
      if (purpose === null)
        await this.database.query(NO_TRANSACTION, RESEAL_CLIENT_SECRET, [organizationId, sealed, resealed]);
      else await this.database.query(NO_TRANSACTION, RESEAL_KEY, [organizationId, sealed, resealed, purpose]);
    } catch (error) {
      // The secret cannot be opened any more. The remaining secrets are still resealed.
      if (!(error instanceof SecretUnreadable)) throw error;
      this.log.error('a secret of single sign-on cannot be read with APP_SECRET or APP_SECRET_PREVIOUS', {
        organizationId,
      });
    }
  }
}
