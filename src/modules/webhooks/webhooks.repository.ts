import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { WebhookId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import type { DisabledReason } from './webhooks.schemas';
import { WebhookEntity } from './webhook.entity';

const LOCK_ORGANIZATION = statement(
  'webhooks.lock-organization',
  `select from organizations where id = $1 for no key update`,
);

const LOCK_SHARED = statement(
  'webhooks.lock-shared',
  `select from webhooks where organization_id = $1 and id = $2 for share`,
);

// Null again once an attempt succeeds. An attempt at a URL that has been changed since says nothing about the present one.
const NOTE_HEALTH = statement(
  'webhooks.note-health',
  `update webhooks
   set failing_since = case when $3::timestamptz is null then null else coalesce(failing_since, $3) end, is_slow = $4
   where organization_id = $1 and id = $2 and url = $5
   returning failing_since as "failingSince"`,
);

const DISABLE = statement(
  'webhooks.disable',
  `update webhooks
   set disabled_at = $3, disabled_reason = $4, updated_at = greatest($3, updated_at + interval '1 millisecond')
   where organization_id = $1 and id = $2 and disabled_at is null
   returning 1`,
);

@Injectable()
export class WebhooksRepository extends TenantRepository<WebhookEntity> {
  constructor(database: Database) {
    super(database, WebhookEntity);
  }

  /** Oldest first. */
  async list(
    context: TenantContext,
    { cursor, limit }: { cursor: WebhookId | null; limit: number },
  ): Promise<Page<WebhookEntity>> {
    if (cursor !== null && (await this.find(context, cursor)) === null) throw new UnknownCursor();
    const { organizationId } = context;
    const rows = await this.database.repository(context, WebhookEntity).find({
      where: cursor === null ? { organizationId } : { organizationId, id: MoreThan(cursor) },
      order: { id: 'asc' },
      take: limit + 1,
    });
    return pageOf(rows, limit);
  }

  /** The number of webhooks; no other call creates one until the transaction ends. */
  async countLocked(tx: InTransaction<TenantContext>): Promise<number> {
    const { organizationId } = tx;
    await this.database.query(tx, LOCK_ORGANIZATION, [organizationId]);
    return this.database.repository(tx, WebhookEntity).countBy({ organizationId });
  }

  /** Until the transaction ends, the webhook is neither changed nor deleted. Locked before any of its deliveries. */
  async lockShared(tx: InTransaction<TenantContext>, id: WebhookId): Promise<void> {
    await this.database.query(tx, LOCK_SHARED, [tx.organizationId, id]);
  }

  /** Records how the last attempt at this URL ended; null when the webhook has another URL now, or was deleted. */
  async noteHealth(
    context: TenantContext,
    id: WebhookId,
    { url, failedAt, isSlow }: { url: string; failedAt: Date | null; isSlow: boolean },
  ): Promise<{ failingSince: Date | null } | null> {
    const values = [context.organizationId, id, failedAt, isSlow, url];
    const [row] = await this.database.query<{ failingSince: string | null }>(context, NOTE_HEALTH, values);
    return row ? { failingSince: row.failingSince === null ? null : new Date(row.failingSince) } : null;
  }

  /** False when the webhook is disabled already, or was deleted. */
  async disable(
    tx: InTransaction<TenantContext>,
    id: WebhookId,
    { at, reason }: { at: Date; reason: DisabledReason },
  ): Promise<boolean> {
    const values = [tx.organizationId, id, at, reason];
    return (await this.database.query(tx, DISABLE, values)).length > 0;
  }
}
