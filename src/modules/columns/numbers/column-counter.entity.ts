import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ColumnId } from '../../../kernel/ids';
import { C_TEXT } from '../../../platform/database/column-options';

/** The last number that an auto-number column has assigned. */
@Entity('column_counters')
export class ColumnCounterEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'column_id', ...C_TEXT })
  columnId!: ColumnId;

  @Column({ name: 'last_number', type: 'bigint' })
  lastNumber!: string;
}
