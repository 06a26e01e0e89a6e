import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { EventId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import { C_TEXT } from '../../database/column-options';

/** An event that a subscriber could not handle in any attempt. */
@Entity('event_failures')
@Index('event_failures_failed_at_idx', ['failedAt'])
export class EventFailureEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ type: 'text' })
  subscriber!: string;

  @PrimaryColumn({ name: 'event_id', ...C_TEXT })
  eventId!: EventId;

  @Column({ type: 'jsonb' })
  event!: Json;

  @Column({ type: 'text' })
  error!: string;

  @Column({ name: 'failed_at', type: 'timestamptz' })
  failedAt!: Date;
}
