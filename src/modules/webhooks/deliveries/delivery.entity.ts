import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DeliveryId, EventId, ItemId, WebhookId } from '../../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';
import type { DeliveryStatus } from './deliveries.schemas';

/** An event on its way to the receiver of a webhook, and afterwards the log of it. */
@Entity('webhook_deliveries')
@Index('webhook_deliveries_event_idx', ['organizationId', 'webhookId', 'eventId'], { unique: true })
@Index('webhook_deliveries_expires_at_idx', ['expiresAt'])
export class DeliveryEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: DeliveryId;

  @Column({ name: 'webhook_id', ...C_TEXT })
  webhookId!: WebhookId;

  @Column({ name: 'event_id', ...C_TEXT })
  eventId!: EventId;

  @Column({ name: 'event_type', type: 'text' })
  eventType!: string;

  @Column({ name: 'event_sequence', type: 'bigint' })
  eventSequence!: string;

  @Column({ name: 'event_day', type: 'date' })
  eventDay!: string;

  @Column({ name: 'item_id', ...C_TEXT, nullable: true })
  itemId!: ItemId | null;

  @Column({ type: 'text' })
  status!: DeliveryStatus;

  /**
   * The next attempt, and during an attempt the end of its lease. Null when an earlier delivery of the item is pending, and
   * when no attempt follows.
   */
  @Column({ name: 'due_at', ...TIMESTAMP, nullable: true })
  dueAt!: Date | null;

  /** Identifies the attempt in progress. */
  @Column({ ...C_TEXT, nullable: true })
  claim!: string | null;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** Failed attempts since the event was last scheduled, which determine the next delay. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;

  /** The body, stored at the first attempt: every attempt sends the same bytes. */
  @Column({ type: 'text', nullable: true })
  payload!: string | null;

  @Column({ type: 'text', nullable: true })
  url!: string | null;

  @Column({ name: 'request_headers', type: 'jsonb', nullable: true })
  requestHeaders!: Record<string, string> | null;

  @Column({ name: 'response_status', type: 'integer', nullable: true })
  responseStatus!: number | null;

  @Column({ name: 'response_headers', type: 'jsonb', nullable: true })
  responseHeaders!: Record<string, string> | null;

  @Column({ name: 'response_body', type: 'text', nullable: true })
  responseBody!: string | null;

  @Column({ type: 'text', nullable: true })
  error!: string | null;

  @Column({ name: 'duration_ms', type: 'integer', nullable: true })
  durationMs!: number | null;

  @Column({ name: 'attempted_at', ...TIMESTAMP, nullable: true })
  attemptedAt!: Date | null;

  @Column({ name: 'completed_at', ...TIMESTAMP, nullable: true })
  completedAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'expires_at', ...TIMESTAMP })
  expiresAt!: Date;
}
