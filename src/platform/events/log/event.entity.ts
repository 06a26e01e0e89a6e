import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, EventId, ItemId, UserId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import { C_TEXT, TIMESTAMP } from '../../database/column-options';

/** A committed event in the log. The table is partitioned by day. */
@Entity('events')
@Index('events_position_idx', ['position', 'day'], { unique: true })
@Index('events_board_idx', ['organizationId', 'boardId', 'boardSequence'])
export class EventEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ type: 'bigint' })
  sequence!: string;

  @PrimaryColumn({ type: 'date' })
  day!: string;

  @Column({ type: 'bigint' })
  position!: string;

  @Column({ name: 'board_id', ...C_TEXT, nullable: true })
  boardId!: BoardId | null;

  @Column({ name: 'board_sequence', type: 'bigint', nullable: true })
  boardSequence!: string | null;

  @Column(C_TEXT)
  id!: EventId;

  @Column({ type: 'text' })
  type!: string;

  @Column({ name: 'item_id', ...C_TEXT, nullable: true })
  itemId!: ItemId | null;

  @Column({ name: 'actor_id', ...C_TEXT, nullable: true })
  actorId!: UserId | null;

  @Column({ type: 'jsonb', nullable: true })
  origin!: Json | null;

  @Column({ type: 'jsonb' })
  data!: Json;

  @Column({ name: 'occurred_at', ...TIMESTAMP })
  occurredAt!: Date;
}
