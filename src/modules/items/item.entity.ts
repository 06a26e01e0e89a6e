import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, ColumnId, GroupId, ItemId, UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import type { RecordKey } from '../../kernel/record-key';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('items')
@Index('items_board_id_id_idx', ['boardId', 'id'])
@Index('items_key_idx', ['key'], { unique: true })
export class ItemEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: ItemId;

  /** Assigned by the database; never changes (decision 0101). */
  @Column({ type: 'bigint', insert: false, update: false })
  key!: RecordKey;

  /** The key of the parent, or of the group. */
  @Column({ type: 'bigint', insert: false, update: false })
  list!: RecordKey;

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

  /** The list of a live item, its negative for an archived item; null in Trash. */
  @Column({
    type: 'bigint',
    nullable: true,
    generatedType: 'STORED',
    asExpression: `CASE WHEN (trashed_at IS NOT NULL) THEN NULL::bigint WHEN (archived_at IS NOT NULL) THEN (- list) ELSE list END`,
    insert: false,
    update: false,
  })
  lane!: RecordKey | null;

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

  /** Whether changes of the item maintain orders of its board (decision 0110). The database assigns it unless an insert does. */
  @Column({ name: 'has_orders', type: 'boolean', insert: false, update: false })
  hasOrders!: boolean;
}
