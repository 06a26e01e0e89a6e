import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BoardId, ColumnId } from '../../kernel/ids';
import type { ColumnConfig, ColumnTypeName, StoredValue } from './column-type';

@Entity('columns')
export class ColumnEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId!: string;

  @PrimaryColumn({ type: 'text' })
  id!: ColumnId;

  @Column({ name: 'board_id', type: 'text' })
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

  /** The stored form of what a new item gets. */
  @Column({ name: 'default_value', type: 'jsonb', nullable: true })
  defaultValue!: StoredValue | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
