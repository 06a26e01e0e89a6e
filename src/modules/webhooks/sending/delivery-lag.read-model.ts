import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';
import { PER_WEBHOOK } from './claims.repository';

/** How far the deliveries of the whole installation are behind. */
export interface DeliveryLagFigures {
  /** Deliveries that have not ended. */
  readonly pending: number;
  /** Those whose last attempt failed. */
  readonly retrying: number;
  /** For how long the oldest delivery has been due whose receiver works; 0 when none is. */
  readonly oldestDueSeconds: number;
  /** Webhooks whose last attempt failed. */
  readonly failingWebhooks: number;
}

// What waits for a receiver that fails, is slow or has as many requests as it can have, or for another delivery of its item, is not
// late because of this service.
const MEASURE = statement(
  'webhook-deliveries.measure-lag',
  `with busy as (
     select organization_id, webhook_id from webhook_deliveries
     where claim is not null and due_at > $1 group by 1, 2 having count(*) >= ${PER_WEBHOOK})
   select count(*)::float8 as pending,
     count(*) filter (where delivery.failures > 0)::float8 as retrying,
     coalesce(extract(epoch from $1::timestamptz - min(delivery.due_at)
       filter (where delivery.due_at <= $1 and not webhook.is_slow and busy.webhook_id is null and (
         delivery.item_id is null or not exists (
           select from webhook_deliveries earlier
           where earlier.organization_id = delivery.organization_id and earlier.webhook_id = delivery.webhook_id
             and earlier.item_id = delivery.item_id and earlier.status = 'pending'
             and earlier.event_sequence < delivery.event_sequence)))), 0)::float8 as "oldestDueSeconds",
     (select count(*) from webhooks where failing_since is not null and disabled_at is null)::float8 as "failingWebhooks"
   from webhook_deliveries delivery
   join webhooks webhook on webhook.organization_id = delivery.organization_id and webhook.id = delivery.webhook_id
     and webhook.disabled_at is null
   join organizations organization on organization.id = delivery.organization_id and organization.deleted_at is null
   left join busy on busy.organization_id = delivery.organization_id and busy.webhook_id = delivery.webhook_id
   where delivery.status = 'pending'`,
);

@Injectable()
export class DeliveryLagReadModel {
  constructor(private readonly database: Database) {}

  async measure(context: DatabaseContext = NO_TRANSACTION): Promise<DeliveryLagFigures> {
    const [row] = await this.database.query<DeliveryLagFigures>(context, MEASURE, [clock.now()]);
    return row!;
  }
}
