import { Injectable } from '@nestjs/common';
import { SecretResealing, type StoredSecrets } from '../../../platform/crypto/secret-resealing';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { secretOf } from './webhook-secrets.service';

interface SealedSecret {
  organizationId: string;
  id: string;
  isPrevious: boolean;
  sealed: string;
}

const FIND = statement(
  'webhooks.find-sealed-before',
  `select organization_id as "organizationId", id, "isPrevious", sealed
   from (
     select organization_id, id, false as "isPrevious", sealed_secret as sealed from webhooks
     union all
     select organization_id, id, true, sealed_previous_secret from webhooks where sealed_previous_secret is not null
   ) secret
   where not starts_with(sealed, $1) and (organization_id, id, "isPrevious") > ($2, $3, $4)
   order by organization_id, id, "isPrevious" limit 200`,
);

const RESEAL = statement(
  'webhooks.reseal',
  `update webhooks set sealed_secret = $4 where organization_id = $1 and id = $2 and sealed_secret = $3 returning 1`,
);

const RESEAL_PREVIOUS = statement(
  'webhooks.reseal-previous',
  `update webhooks set sealed_previous_secret = $4
   where organization_id = $1 and id = $2 and sealed_previous_secret = $3 returning 1`,
);

@Scheduled({ name: 'webhooks.reseal-secrets', everyMinutes: 60 })
@Injectable()
export class ResealWebhookSecretsSweep implements ScheduledWork {
  private readonly secrets: StoredSecrets<SealedSecret>;

  constructor(
    database: Database,
    private readonly resealing: SecretResealing,
  ) {
    this.secrets = resealing.register<SealedSecret>({
      noun: 'the secret of a webhook',
      find: (prefix, last) => {
        const values = [prefix, last?.organizationId ?? '', last?.id ?? '', last?.isPrevious ?? false];
        return database.query(NO_TRANSACTION, FIND, values);
      },
      belongsTo: secretOf,
      replace: ({ organizationId, id, isPrevious, sealed }, resealed) =>
        database.query(NO_TRANSACTION, isPrevious ? RESEAL_PREVIOUS : RESEAL, [
          organizationId,
          id,
          sealed,
          resealed,
        ]),
      ownerOf: ({ organizationId, id }) => ({ organizationId, webhookId: id }),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.resealing.run(this.secrets, signal);
  }
}
