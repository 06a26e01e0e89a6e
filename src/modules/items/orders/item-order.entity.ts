import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BoardId, ColumnId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** An order of a large board whose entries are rows of item_values with the key of the order (decision 0110). */
@Entity('item_orders')
export class ItemOrderEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ type: 'bigint' })
  key!: RecordKey;

  @Column({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  /** The column whose empty cells it orders; null for the order by last changes. */
  @Column({ name: 'column_id', ...C_TEXT, nullable: true })
  columnId!: ColumnId | null;

  /** Only a ready order contains every item. A declined one would not be faster than a scan. */
  @Column({ type: 'text' })
  state!: 'building' | 'ready' | 'declined';

  @Column({ name: 'decided_at', ...TIMESTAMP })
  decidedAt!: Date;
}
