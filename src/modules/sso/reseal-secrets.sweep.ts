import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { Log } from '../../platform/logging/log';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';
import { SecretBox, SecretUnreadable } from '../../platform/secrets/secret-box';
import { privateKeyOf } from './keys/key-pairs';
import type { KeyPurpose } from './keys/key-pair';
import { clientSecretOf } from './sso-preparation';

interface SealedSecret {
  organizationId: string;
  /** Null: the secret of a client of OpenID Connect. */
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

// A secret that was replaced meanwhile is left alone: it is sealed with the present one.
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

/** After APP_SECRET was replaced: seals with the new one what the one before it has sealed, so that it can go. */
@Scheduled({ name: 'sso.reseal-secrets', everyMinutes: 60 })
@Injectable()
export class ResealSsoSecrets implements ScheduledWork {
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
      const anew = this.box.seal(this.box.open(sealed, belongsTo), belongsTo);
      if (purpose === null)
        await this.database.query(NO_TRANSACTION, RESEAL_CLIENT_SECRET, [organizationId, sealed, anew]);
      else await this.database.query(NO_TRANSACTION, RESEAL_KEY, [organizationId, sealed, anew, purpose]);
    } catch (error) {
      // Of a secret that is gone: the others must not wait for it.
      if (!(error instanceof SecretUnreadable)) throw error;
      this.log.error('a secret of single sign-on cannot be read with APP_SECRET or APP_SECRET_PREVIOUS', {
        organizationId,
      });
    }
  }
}
