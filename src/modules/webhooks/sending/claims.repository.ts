import { Injectable } from '@nestjs/common';
import type { DeliveryId, EventId, ItemId, OrganizationId, WebhookId } from '../../../kernel/ids';
import {
  AttemptClaims,
  hasDueRow,
  queuesOf,
  type WaitingRows,
} from '../../../platform/attempts/attempt-claims';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { TRY_CLAIM } from '../../../platform/database/locks';
import { statement } from '../../../platform/database/statement';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { earlierOf } from '../deliveries/deliveries.repository';
import type { SealedSecrets } from '../secrets/webhook-secrets.service';

/** A delivery that this process attempts. */
export interface ClaimedDelivery extends Omit<SealedSecrets, 'id' | 'previousSecretExpiresAt'> {
  readonly organizationId: OrganizationId;
  readonly slug: string;
  readonly id: DeliveryId;
  readonly claim: string;
  readonly webhookId: WebhookId;
  readonly eventId: EventId;
  readonly eventSequence: number;
  readonly eventDay: string;
  readonly itemId: ItemId | null;
  readonly failures: number;
  readonly payload: string | null;
  readonly url: string;
  readonly previousSecretExpiresAt: string | null;
  readonly failingSince: string | null;
  readonly isSlow: boolean;
}

/** How many deliveries this process can start. Those to slow receivers are counted separately. */
export interface FreeSlots {
  readonly fast: number;
  readonly slow: number;
}

/** Longer than an attempt takes. */
const LEASE_MS = 30_000;
/** An attempt that takes longer counts as one at a slow receiver, so that it delays no other receiver. */
export const SLOW_MS = 2_000;

/** Attempts at the same time, in all processes: of one webhook, and of all webhooks of an organization. */
export const PER_WEBHOOK = 10;
const PER_SLOW_WEBHOOK = 1;
const PER_ORGANIZATION = 40;
const SLOW_PER_ORGANIZATION = 20;

const WAITING: WaitingRows = {
  table: 'webhook_deliveries',
  receiver: 'webhook_id',
  condition: `status = 'pending' and due_at is not null`,
};

const HAS_DUE = statement('webhook-deliveries.has-due', hasDueRow(WAITING));

const LOCK = statement('webhook-deliveries.lock-claims', `select ${TRY_CLAIM} as "isAcquired"`);

// $1: now, $2: the claim, $3: the end of the lease, $4 and $5: free slots for fast and for slow receivers, $6: the end of the lease
// of an attempt that has just become slow. Each webhook gets its first delivery before any gets its second. A delivery that is sent again
// waits for earlier ones of its item too. Deliveries are locked and updated where they were found, by conditions that no index has
// (decision 0154): one that changes meanwhile is not claimed, and remains due.
export const CLAIM = statement(
  'webhook-deliveries.claim',
  `with recursive ${queuesOf(WAITING)},
   busy as (
     select organization_id, webhook_id, count(*) as attempts, count(*) filter (where due_at <= $6) as slow_attempts
     from webhook_deliveries where claim is not null and due_at > $1 group by 1, 2),
   busy_organizations as (
     select busy.organization_id, sum(case when webhooks.is_slow then 0 else attempts - slow_attempts end) as fast,
       sum(case when webhooks.is_slow then attempts else slow_attempts end) as slow
     from busy join webhooks on webhooks.organization_id = busy.organization_id and webhooks.id = busy.webhook_id
     group by 1),
   candidates as (
     select due.organization_id, due.place, due.id, due.due_at, webhooks.is_slow,
       coalesce(case when webhooks.is_slow then busy_organizations.slow else busy_organizations.fast end, 0) as busy,
       row_number() over (partition by webhooks.organization_id, webhooks.id order by due.due_at, due.id) as nth_of_webhook
     from queues
     join webhooks on webhooks.organization_id = queues.organization_id and webhooks.id = queues.webhook_id
       and webhooks.disabled_at is null
     join organizations on organizations.id = queues.organization_id and organizations.deleted_at is null
     left join busy on busy.organization_id = queues.organization_id and busy.webhook_id = queues.webhook_id
     left join busy_organizations on busy_organizations.organization_id = queues.organization_id
     cross join lateral (
       select waiting.organization_id, waiting.ctid as place, waiting.id, waiting.due_at from webhook_deliveries waiting
       where waiting.organization_id = queues.organization_id and waiting.webhook_id = queues.webhook_id
         and waiting.status = 'pending' and waiting.due_at <= $1
         and (waiting.item_id is null or (${earlierOf('waiting')}) is null)
       order by waiting.due_at
       limit greatest(0,
         case when webhooks.is_slow then ${PER_SLOW_WEBHOOK} else ${PER_WEBHOOK} end - coalesce(busy.attempts, 0))
     ) as due
     where queues.due_at <= $1),
   within_organizations as (
     select candidates.*,
       row_number() over (partition by organization_id, is_slow order by nth_of_webhook, due_at, id) as nth_of_organization
     from candidates),
   within_slots as (
     select place, is_slow,
       row_number() over (partition by is_slow order by nth_of_organization, due_at, id) as nth
     from within_organizations
     where nth_of_organization + busy <= case when is_slow then ${SLOW_PER_ORGANIZATION} else ${PER_ORGANIZATION} end),
   locked as (
     select ctid as place, organization_id, webhook_id
     from webhook_deliveries delivery
     where ctid = any (array(
       select place from within_slots where nth <= case when is_slow then $5::integer else $4::integer end))
       and due_at <= $1 and completed_at is null
     for update skip locked)
   update webhook_deliveries delivery set claim = $2, due_at = $3
   from locked
   join webhooks webhook on webhook.organization_id = locked.organization_id and webhook.id = locked.webhook_id
   join organizations organization on organization.id = locked.organization_id
   where delivery.ctid = locked.place
   returning delivery.organization_id as "organizationId", organization.slug, delivery.id, delivery.claim,
     delivery.webhook_id as "webhookId", delivery.event_id as "eventId",
     delivery.event_sequence::float8 as "eventSequence", delivery.event_day::text as "eventDay",
     delivery.item_id as "itemId", delivery.failures, delivery.payload, webhook.url,
     webhook.sealed_secret as "sealedSecret", webhook.sealed_previous_secret as "sealedPreviousSecret",
     webhook.previous_secret_expires_at as "previousSecretExpiresAt", webhook.failing_since as "failingSince",
     webhook.is_slow as "isSlow"`,
);

const STORE_PAYLOADS = statement(
  'webhook-deliveries.store-payloads',
  `update webhook_deliveries delivery set payload = built.payload
   from json_to_recordset($1) as built (organization_id text, id text, claim text, payload text)
   where delivery.organization_id = built.organization_id and delivery.id = built.id and delivery.claim = built.claim`,
);

const RELEASE = statement(
  'webhook-deliveries.release',
  `update webhook_deliveries delivery set claim = null
   from json_to_recordset($1) as released (organization_id text, id text, claim text)
   where delivery.organization_id = released.organization_id and delivery.id = released.id
     and delivery.claim = released.claim`,
);

/** Claims of deliveries. */
@Injectable()
export class ClaimsRepository {
  private readonly claims: AttemptClaims<ClaimedDelivery>;

  constructor(
    private readonly database: Database,
    transactions: TransactionRunner,
  ) {
    const statements = { hasDue: HAS_DUE, lock: LOCK, claim: CLAIM, leaseMs: LEASE_MS };
    this.claims = new AttemptClaims(database, transactions, statements);
  }

  hasDue(): Promise<boolean> {
    return this.claims.hasDue();
  }

  claim({ fast, slow }: FreeSlots): Promise<ClaimedDelivery[]> {
    return this.claims.claim((leaseEndMs) => [fast, slow, new Date(leaseEndMs - SLOW_MS)]);
  }

  async storePayloads(deliveries: readonly (ClaimedDelivery & { payload: string })[]): Promise<void> {
    if (deliveries.length === 0) return;
    const rows = deliveries.map((delivery) => ({ ...keyOf(delivery), payload: delivery.payload }));
    await this.database.query(NO_TRANSACTION, STORE_PAYLOADS, [JSON.stringify(rows)]);
  }

  /** For deliveries that cannot be attempted now: they are due again when their lease ends. */
  async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await this.database.query(NO_TRANSACTION, RELEASE, [JSON.stringify(deliveries.map(keyOf))]);
  }
}

function keyOf({ organizationId, id, claim }: ClaimedDelivery) {
  return { organization_id: organizationId, id, claim };
}
