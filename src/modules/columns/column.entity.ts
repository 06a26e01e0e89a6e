import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, ColumnId } from '../../kernel/ids';
import type { RecordKey } from '../../kernel/record-key';
import type { ColumnConfig, ColumnTypeName, StoredValue } from '../../column-types/column-type';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('columns')
@Index('columns_board_id_idx', ['organizationId', 'boardId', 'position'])
@Index('columns_key_idx', ['key'], { unique: true })
export class ColumnEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: ColumnId;

  /** Assigned by the database; never changes (decision 0101). */
  @Column({ type: 'bigint', insert: false, update: false })
  key!: RecordKey;

  @Column({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  type!: ColumnTypeName;

  /** 0 to n-1 in the board, without gaps. */
  @Column({ type: 'integer' })
  position!: number;

  /** Pixels. */
  @Column({ type: 'integer' })
  width!: number;

  @Column({ type: 'boolean' })
  required!: boolean;

  @Column({ type: 'jsonb' })
  config!: ColumnConfig;

  /** The stored form of the value that a new item gets. */
  @Column({ name: 'default_value', type: 'jsonb', nullable: true })
  defaultValue!: StoredValue | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
