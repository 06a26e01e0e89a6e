import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ColumnId, ItemId } from '../../kernel/ids';
import { C_TEXT } from '../../platform/database/column-options';

/** The index of `items.values`: sort keys and references, never read for display. */
@Entity('item_values')
export class ItemValueEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'item_id', ...C_TEXT })
  itemId!: ItemId;

  @PrimaryColumn({ name: 'column_id', ...C_TEXT })
  columnId!: ColumnId;

  @PrimaryColumn({ type: 'smallint' })
  ordinal!: number;

  @Column({ ...C_TEXT, nullable: true })
  lane!: string | null;

  @Column({ type: 'numeric' })
  rank!: string;

  @Column({ name: 'number_key', type: 'double precision', nullable: true })
  numberKey!: number | null;

  @Column({ name: 'text_key', ...C_TEXT, nullable: true })
  textKey!: string | null;

  @Column({ ...C_TEXT, nullable: true })
  ref!: string | null;
}
