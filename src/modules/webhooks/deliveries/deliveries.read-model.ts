import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../../kernel/cursor';
import type { DeliveryId, EventId, WebhookId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { ReadDatabase } from '../../../platform/database/replica/read-database';
import { statement, statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { ScheduledEvent } from './deliveries.repository';
import { type DeliveryStatus, SHOWN_BODY_CHARACTERS } from './deliveries.schemas';

export interface DeliveryRecord extends Omit<ScheduledEvent, 'organizationId'> {
  readonly id: DeliveryId;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly url: string | null;
  readonly requestHeaders: Record<string, string> | null;
  readonly requestBody: string | null;
  readonly responseStatus: number | null;
  readonly responseHeaders: Record<string, string> | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  readonly attemptedAt: string | null;
  readonly completedAt: string | null;
  readonly createdAt: string;
}

const FIELDS = `id, webhook_id as "webhookId", event_id as "eventId", event_type as "eventType",
  event_sequence::float8 as "eventSequence", event_day::text as "eventDay", item_id as "itemId", status, attempts,
  case when status = 'pending' and claim is null then due_at end as "nextAttemptAt", url,
  request_headers as "requestHeaders", left(payload, ${SHOWN_BODY_CHARACTERS}) as "requestBody",
  response_status as "responseStatus", response_headers as "responseHeaders", response_body as "responseBody", error,
  duration_ms as "durationMs", attempted_at as "attemptedAt", completed_at as "completedAt", created_at as "createdAt"`;

const GET = statement(
  'webhook-deliveries.get',
  `select ${FIELDS} from webhook_deliveries where organization_id = $1 and id = $2`,
);

const CURSOR = statement(
  'webhook-deliveries.cursor',
  `select event_id as "eventId" from webhook_deliveries where organization_id = $1 and webhook_id = $2 and id = $3`,
);

// In the order of the events, which the unique index has. The status is a literal: an index contains the few that did not succeed.
export const LIST = statementFamily(
  'webhook-deliveries.list',
  (status: DeliveryStatus | '', limit: number) => `select ${FIELDS} from webhook_deliveries
   where organization_id = $1 and webhook_id = $2 and event_id < coalesce($3, '~')${status === '' ? '' : ` and status = '${status}'`}
   order by event_id desc limit ${limit + 1}`,
);

/** The log of deliveries. */
@Injectable()
export class DeliveriesReadModel {
  constructor(
    private readonly database: Database,
    private readonly lists: ReadDatabase,
  ) {}

  async find(context: TenantContext, id: DeliveryId): Promise<DeliveryRecord | null> {
    const [row] = await this.database.query<DeliveryRecord>(context, GET, [context.organizationId, id]);
    return row ?? null;
  }

  /** Those of the newest events first. */
  async list(
    context: TenantContext,
    webhookId: WebhookId,
    {
      status,
      cursor,
      limit,
    }: { status: DeliveryStatus | undefined; cursor: DeliveryId | null; limit: number },
  ): Promise<Page<DeliveryRecord>> {
    const { organizationId } = context;
    const after = cursor === null ? null : await this.eventOf(context, webhookId, cursor);
    const list = LIST(status ?? '', limit);
    const values = [organizationId, webhookId, after];
    return pageOf(await this.lists.query<DeliveryRecord>(context, list, values), limit);
  }

  private async eventOf(context: TenantContext, webhookId: WebhookId, cursor: DeliveryId): Promise<EventId> {
    const values = [context.organizationId, webhookId, cursor];
    const [row] = await this.lists.query<{ eventId: EventId }>(context, CURSOR, values);
    if (row === undefined) throw new UnknownCursor();
    return row.eventId;
  }
}
