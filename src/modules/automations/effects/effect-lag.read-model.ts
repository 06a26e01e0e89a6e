import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';
import { PER_TARGET } from './effect-claims.repository';

/** How far the mails and requests of automations of the whole installation are behind. */
export interface EffectLagFigures {
  /** Effects that wait for their first or next attempt. */
  readonly pending: number;
  /** Those whose last attempt failed. */
  readonly retrying: number;
  /** For how long the oldest effect has been due that a worker could attempt; 0 when none is. */
  readonly oldestDueSeconds: number;
  /** Effects whose attempts have all failed, of the last 30 days. */
  readonly dead: number;
}

// What waits for a receiver that has as many attempts as it can have is not late because of this service.
const MEASURE = statement(
  'automation-effects.measure-lag',
  `with busy as (
     select organization_id, target from automation_effects
     where claim is not null and due_at > $1 group by 1, 2 having count(*) >= ${PER_TARGET})
   select count(*)::float8 as pending,
     count(*) filter (where effect.failures > 0)::float8 as retrying,
     coalesce(extract(epoch from $1::timestamptz - min(effect.due_at)
       filter (where effect.due_at <= $1 and busy.target is null)), 0)::float8 as "oldestDueSeconds",
     (select count(*) from automation_effects where status = 'failed')::float8 as dead
   from automation_effects effect
   join automations automation
     on automation.organization_id = effect.organization_id and automation.id = effect.automation_id
   join organizations organization on organization.id = effect.organization_id and organization.deleted_at is null
   left join busy on busy.organization_id = effect.organization_id and busy.target = effect.target
   where effect.status = 'pending'`,
);

@Injectable()
export class EffectLagReadModel {
  constructor(private readonly database: Database) {}

  async measure(context: DatabaseContext = NO_TRANSACTION): Promise<EffectLagFigures> {
    const [row] = await this.database.query<EffectLagFigures>(context, MEASURE, [clock.now()]);
    return row!;
  }
}
