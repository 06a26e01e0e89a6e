import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ColumnId, ItemId } from '../../kernel/ids';
import { C_TEXT } from '../../platform/database/column-options';

/** A number of a new auto-number column that is not yet written to its item. */
@Entity('planned_numbers')
export class PlannedNumberEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'column_id', ...C_TEXT })
  columnId!: ColumnId;

  @PrimaryColumn({ type: 'bigint' })
  number!: string;

  @Column({ name: 'item_id', ...C_TEXT })
  itemId!: ItemId;
}
