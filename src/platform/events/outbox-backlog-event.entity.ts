import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BoardId, EventId, ItemId, UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { C_TEXT, TIMESTAMP } from '../database/column-options';

/** An event that waits for a subscriber that failed. */
@Entity('outbox_backlog_events')
export class OutboxBacklogEventEntity {
  @PrimaryColumn({ type: 'text' })
  subscriber!: string;

  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ type: 'bigint' })
  sequence!: string;

  @Column(C_TEXT)
  id!: EventId;

  @Column({ type: 'text' })
  type!: string;

  @Column({ name: 'board_id', ...C_TEXT, nullable: true })
  boardId!: BoardId | null;

  @Column({ name: 'item_id', ...C_TEXT, nullable: true })
  itemId!: ItemId | null;

  @Column({ name: 'actor_id', ...C_TEXT, nullable: true })
  actorId!: UserId | null;

  @Column({ type: 'jsonb' })
  data!: Json;

  @Column({ name: 'occurred_at', ...TIMESTAMP })
  occurredAt!: Date;

  @Column({ name: 'dead_at', type: 'timestamptz', nullable: true })
  deadAt!: Date | null;
}
