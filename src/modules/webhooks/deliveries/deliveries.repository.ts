import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type EventId, type ItemId, newId, type OrganizationId, type WebhookId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { DeliveryStatus } from './deliveries.schemas';

/** Deliveries are kept for 30 days. */
export const KEPT_MS = 30 * 86_400_000;

/** An event for the receiver of a webhook. */
export interface ScheduledEvent {
  readonly organizationId: OrganizationId;
  readonly webhookId: WebhookId;
  readonly eventId: EventId;
  readonly eventType: string;
  readonly eventSequence: number;
  readonly eventDay: string;
  readonly itemId: ItemId | null;
}

/** Where deliveries wait for each other: those of a webhook for one item. Without an item none waits. */
export type WaitingPlace = Pick<ScheduledEvent, 'organizationId' | 'webhookId' | 'itemId'>;

/** The last pending delivery of an item before another one, by all columns of its index and no other (decision 0154). */
export function earlierOf(given: string): string {
  const placeOf = (sequence: string) =>
    `(${given}.organization_id, ${given}.webhook_id, ${given}.item_id, ${sequence})`;
  const place = ['organization_id', 'webhook_id', 'item_id', 'event_sequence'].map(
    (name) => `earlier.${name}`,
  );
  return `select earlier.id from webhook_deliveries earlier
    where earlier.status = 'pending' and earlier.item_id is not null
      and (${place.join()}) > ${placeOf('-1')} and (${place.join()}) < ${placeOf(`${given}.event_sequence`)}
    order by ${place.map((column) => `${column} desc`).join()} limit 1`;
}

/**
 * A delivery is due when no earlier one of its item is pending; otherwise the end of that one makes it due. The earlier one is
 * locked, so that it ends either before this statement, or after its transaction and then sees the later delivery.
 */
const insertion = (isKept: string) => `
  with given as (
    select given.*,
      row_number() over (partition by organization_id, webhook_id, item_id order by event_sequence) as nth_of_item
    from json_to_recordset($1) as given (id text, organization_id text, webhook_id text, event_id text, event_type text,
      event_sequence bigint, event_day date, item_id text)
    where ${isKept})
  insert into webhook_deliveries as delivery
    (organization_id, id, webhook_id, event_id, event_type, event_sequence, event_day, item_id, status, due_at, created_at,
     expires_at)
  select given.organization_id, given.id, given.webhook_id, given.event_id, given.event_type, given.event_sequence,
    given.event_day, given.item_id, 'pending',
    case when given.item_id is null or (given.nth_of_item = 1 and earlier.id is null) then $2::timestamptz end, $2, $3
  from given
  left join lateral (${earlierOf('given')} for update) as earlier on true`;

// A replay of the subscriber adds nothing. A delivery that webhooks.replay adds at the same moment is locked: it does not end before
// those behind it are committed. The first delivery from the event's place on is read: a join that was planned for an empty table would
// read all of them (decision 0154).
export const ADD = statement(
  'webhook-deliveries.add',
  `${insertion(`coalesce((
     select (known.organization_id, known.webhook_id, known.event_id) <> (given.organization_id, given.webhook_id, given.event_id)
     from webhook_deliveries known
     where (known.organization_id, known.webhook_id, known.event_id) >= (given.organization_id, given.webhook_id, given.event_id)
     order by known.organization_id, known.webhook_id, known.event_id limit 1), true)`)}
   on conflict (organization_id, webhook_id, event_id) do update set event_id = excluded.event_id where false`,
);

const REPEAT = statement(
  'webhook-deliveries.repeat',
  `${insertion('true')}
   on conflict (organization_id, webhook_id, event_id) do update
     set status = 'pending', due_at = excluded.due_at, failures = 0, completed_at = null, expires_at = excluded.expires_at
     where delivery.status <> 'pending'`,
);

// A retry that waits is not waited for.
const HURRY = statement(
  'webhook-deliveries.hurry',
  `update webhook_deliveries set due_at = $3, failures = 0
   where organization_id = $1 and id = $2 and status = 'pending' and claim is null and due_at > $3`,
);

/**
 * The first pending delivery of each item becomes due. It is updated where it was found, by conditions that no index has: a connection
 * that planned a join, or a condition on the status, for the empty table of a new installation would read every pending delivery.
 */
export const PROMOTE = statement(
  'webhook-deliveries.promote',
  `update webhook_deliveries set due_at = $2
   where ctid = any (array(
     select first.ctid
     from json_to_recordset($1) as ended ("organizationId" text, "webhookId" text, "itemId" text)
     cross join lateral (
       select ctid, webhook_id, item_id from webhook_deliveries waiting
       where waiting.status = 'pending' and waiting.item_id is not null
         and (waiting.organization_id, waiting.webhook_id, waiting.item_id) >= (ended."organizationId", ended."webhookId", ended."itemId")
       order by waiting.organization_id, waiting.webhook_id, waiting.item_id, waiting.event_sequence limit 1) as first
     where first.webhook_id = ended."webhookId" and first.item_id = ended."itemId"))
     and due_at is null and completed_at is null`,
);

const END_PENDING = statement(
  'webhook-deliveries.end-pending',
  `update webhook_deliveries
   set status = 'failed', due_at = null, claim = null, completed_at = $4, error = 'The webhook was disabled'
   where organization_id = $1 and id = any (array(
     select id from webhook_deliveries
     where organization_id = $1 and webhook_id = $2 and status = 'pending' and expires_at <= $3 limit 1000))
   returning organization_id as "organizationId", webhook_id as "webhookId", item_id as "itemId"`,
);

const REMOVE = statement(
  'webhook-deliveries.remove',
  `delete from webhook_deliveries
   where organization_id = $1 and id = any (array(
     select id from webhook_deliveries where organization_id = $1 and webhook_id = $2 limit 1000))
   returning 1`,
);

// A delivery that is sent again meanwhile has another `ctid` then, and is not deleted.
const REMOVE_EXPIRED = statement(
  'webhook-deliveries.remove-expired',
  `delete from webhook_deliveries
   where ctid = any (array(select ctid from webhook_deliveries where expires_at <= $1 limit 1000))
   returning organization_id as "organizationId", webhook_id as "webhookId", status,
     item_id as "itemId"`,
);

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Adds a delivery for each event; those that exist are not added again. */
  async add(tx: InTransaction<DatabaseContext>, events: readonly ScheduledEvent[]): Promise<void> {
    await this.schedule(tx, ADD, events);
  }

  /** As `add`, and what has been delivered or has failed is delivered again. In the order of the events. */
  async repeat(tx: InTransaction<TenantContext>, events: readonly ScheduledEvent[]): Promise<void> {
    await this.schedule(tx, REPEAT, events);
  }

  /** A pending delivery that waits for its next attempt is due now. */
  async hurry(context: TenantContext, id: string): Promise<void> {
    await this.database.query(context, HURRY, [context.organizationId, id, clock.now()]);
  }

  /** After deliveries have ended, in the same transaction: what has waited for them is due. */
  async promote(tx: InTransaction<DatabaseContext>, ended: readonly WaitingPlace[]): Promise<void> {
    const places = new Map(
      ended
        .filter(({ itemId }) => itemId !== null)
        .map(({ organizationId, webhookId, itemId }) => [
          `${webhookId} ${itemId}`,
          { organizationId, webhookId, itemId },
        ]),
    );
    if (places.size === 0) return;
    await this.database.query(tx, PROMOTE, [JSON.stringify([...places.values()]), clock.now()]);
  }

  /** Returns the number of deliveries that were scheduled until this time and have now failed; 0 when none is left. */
  async endPending(tx: InTransaction<TenantContext>, webhookId: WebhookId, until: Date): Promise<number> {
    const expiresAt = new Date(until.getTime() + KEPT_MS);
    const values = [tx.organizationId, webhookId, expiresAt, clock.now()];
    const ended = await this.database.query<WaitingPlace>(tx, END_PENDING, values);
    await this.promote(tx, ended);
    return ended.length;
  }

  async remove(tx: InTransaction<TenantContext>, webhookId: WebhookId): Promise<number> {
    return (await this.database.query(tx, REMOVE, [tx.organizationId, webhookId])).length;
  }

  /** Returns the number of deliveries of all organizations that have expired and are now deleted. */
  async removeExpired(tx: InTransaction<DatabaseContext>): Promise<number> {
    const removed = await this.database.query<WaitingPlace & { status: DeliveryStatus }>(tx, REMOVE_EXPIRED, [
      clock.now(),
    ]);
    await this.promote(
      tx,
      removed.filter(({ status }) => status === 'pending'),
    );
    return removed.length;
  }

  private async schedule(
    tx: InTransaction<DatabaseContext>,
    insert: typeof ADD,
    events: readonly ScheduledEvent[],
  ): Promise<void> {
    if (events.length === 0) return;
    const rows = events.map((event) => ({
      id: newId('delivery'),
      organization_id: event.organizationId,
      webhook_id: event.webhookId,
      event_id: event.eventId,
      event_type: event.eventType,
      event_sequence: event.eventSequence,
      event_day: event.eventDay,
      item_id: event.itemId,
    }));
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + KEPT_MS);
    await this.database.query(tx, insert, [JSON.stringify(rows), now, expiresAt]);
  }
}
