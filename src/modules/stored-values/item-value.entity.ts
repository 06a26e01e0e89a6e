import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecordKey } from '../../kernel/record-key';
import { C_TEXT } from '../../platform/database/column-options';

/** The index of `items.values`: sort keys and references, never read for display. */
@Entity('item_values')
export class ItemValueEntity {
  @PrimaryColumn({ name: 'item_key', type: 'bigint' })
  itemKey!: RecordKey;

  @PrimaryColumn({ name: 'column_key', type: 'bigint' })
  columnKey!: RecordKey;

  @PrimaryColumn({ type: 'smallint' })
  ordinal!: number;

  @Column({ type: 'bigint', nullable: true })
  lane!: RecordKey | null;

  @Column({ type: 'numeric' })
  rank!: string;

  @Column({ name: 'number_key', type: 'double precision', nullable: true })
  numberKey!: number | null;

  @Column({ name: 'text_key', ...C_TEXT, nullable: true })
  textKey!: string | null;

  @Column({ ...C_TEXT, nullable: true })
  ref!: string | null;
}
