import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, Id, ItemId, UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

/** One change of a board or an item, as the activity list shows it. */
@Entity('activity')
@Index('activity_board_id_sequence_idx', ['organizationId', 'boardId', 'sequence'])
@Index('activity_created_at_idx', ['createdAt'])
export class ActivityEntryEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: Id<'activity'>;

  @Column({ type: 'bigint' })
  sequence!: string;

  @Column({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  @Column({ name: 'item_id', ...C_TEXT, nullable: true })
  itemId!: ItemId | null;

  @Column({ name: 'actor_id', ...C_TEXT, nullable: true })
  actorId!: UserId | null;

  @Column({ type: 'text' })
  action!: string;

  @Column({ type: 'jsonb' })
  details!: Json;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'previous_board_id', ...C_TEXT, nullable: true })
  previousBoardId!: BoardId | null;
}
