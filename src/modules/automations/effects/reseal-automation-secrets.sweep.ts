import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { SecretResealing, type StoredSecrets } from '../../../platform/crypto/secret-resealing';
import { hookSecretOf, signingSecretOf } from '../hooks/hook-secrets';
import { actionHeaderOf, effectContentOf } from './effect-secrets';

type SecretKind = 'content' | 'header' | 'hook' | 'signing';

interface SealedSecret {
  organizationId: string;
  /** Of an effect, or of an automation. */
  id: string;
  kind: SecretKind;
  sealed: string;
}

const FIND = statement(
  'automations.find-sealed-before',
  `select organization_id as "organizationId", id, kind, sealed
   from (
     select organization_id, id, 'content' as kind, sealed_content as sealed from automation_effects
     where sealed_content is not null
     union all
     select automation.organization_id, automation.id, 'header', header.value
     from automations automation
     cross join lateral jsonb_array_elements(automation.actions) as action (written)
     cross join lateral jsonb_each_text(action.written #> '{config,headers}') as header (name, value)
     where action.written ->> 'type' = 'call_webhook'
     union all
     select organization_id, automation_id, 'hook', sealed_secret from automation_hooks
     union all
     select organization_id, automation_id, 'signing', sealed_signing_secret from automation_hooks
     where sealed_signing_secret is not null
   ) secret
   where not starts_with(sealed, $1) and (organization_id, id, sealed) > ($2, $3, $4)
   order by organization_id, id, sealed limit 200`,
);

const RESEAL_CONTENT = statement(
  'automation-effects.reseal',
  'update automation_effects set sealed_content = $4 where organization_id = $1 and id = $2 and sealed_content = $3',
);

// A sealed text has no character that JSON escapes.
const RESEAL_HEADER = statement(
  'automations.reseal-header',
  'update automations set actions = replace(actions::text, $3, $4)::jsonb where organization_id = $1 and id = $2',
);

const RESEAL_HOOK = statement(
  'automation-hooks.reseal',
  'update automation_hooks set sealed_secret = $4 where organization_id = $1 and automation_id = $2 and sealed_secret = $3',
);

const RESEAL_SIGNING = statement(
  'automation-hooks.reseal-signing',
  `update automation_hooks set sealed_signing_secret = $4
   where organization_id = $1 and automation_id = $2 and sealed_signing_secret = $3`,
);

/** What each kind belongs to, and how it is replaced. */
const KINDS = {
  content: { belongsTo: effectContentOf, reseal: RESEAL_CONTENT },
  header: { belongsTo: actionHeaderOf, reseal: RESEAL_HEADER },
  hook: { belongsTo: hookSecretOf, reseal: RESEAL_HOOK },
  signing: { belongsTo: signingSecretOf, reseal: RESEAL_SIGNING },
} as const;

@Scheduled({ name: 'automations.reseal-secrets', everyMinutes: 60 })
@Injectable()
export class ResealAutomationSecretsSweep implements ScheduledWork {
  private readonly secrets: StoredSecrets<SealedSecret>;

  constructor(
    database: Database,
    private readonly resealing: SecretResealing,
  ) {
    this.secrets = resealing.register<SealedSecret>({
      noun: 'a secret of an automation',
      find: (prefix, last) => {
        const values = [prefix, last?.organizationId ?? '', last?.id ?? '', last?.sealed ?? ''];
        return database.query(NO_TRANSACTION, FIND, values);
      },
      belongsTo: ({ organizationId, id, kind }) => KINDS[kind].belongsTo(organizationId, id),
      replace: ({ organizationId, id, kind, sealed }, resealed) => {
        const values = [organizationId, id, sealed, resealed];
        return database.query(NO_TRANSACTION, KINDS[kind].reseal, values);
      },
      ownerOf: ({ organizationId, id }) => ({ organizationId, id }),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.resealing.run(this.secrets, signal);
  }
}
