import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, ColumnId, GroupId, ItemId, UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('items')
@Index('items_board_id_idx', ['organizationId', 'boardId', 'id'])
export class ItemEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: ItemId;

  @Column({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  @Column({ name: 'group_id', ...C_TEXT })
  groupId!: GroupId;

  @Column({ name: 'parent_id', ...C_TEXT, nullable: true })
  parentId!: ItemId | null;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'name_key', ...C_TEXT })
  nameKey!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'jsonb' })
  values!: Record<ColumnId, Json>;

  /** A decimal number, as text. */
  @Column({ type: 'numeric' })
  rank!: string;

  /** The list that contains the item; null in Trash. */
  @Column({
    ...C_TEXT,
    nullable: true,
    generatedType: 'STORED',
    asExpression: `CASE WHEN (trashed_at IS NOT NULL) THEN NULL::text WHEN (archived_at IS NOT NULL) THEN ('archived:'::text || COALESCE(parent_id, group_id)) ELSE COALESCE(parent_id, group_id) END`,
    insert: false,
    update: false,
  })
  lane!: string | null;

  @Column({ name: 'created_by', ...C_TEXT })
  createdBy!: UserId;

  @Column({ name: 'archived_at', ...TIMESTAMP, nullable: true })
  archivedAt!: Date | null;

  @Column({ name: 'trashed_at', ...TIMESTAMP, nullable: true })
  trashedAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
