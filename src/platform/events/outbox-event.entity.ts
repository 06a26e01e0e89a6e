import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { BoardId, EventId, ItemId, UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { C_TEXT, TIMESTAMP } from '../database/column-options';

/** An event that the relay has not delivered yet. */
@Entity('outbox')
export class OutboxEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  sequence!: string;

  @Column(C_TEXT)
  id!: EventId;

  @Column({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

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

  @Column({ type: 'jsonb', nullable: true })
  origin!: Json | null;
}
