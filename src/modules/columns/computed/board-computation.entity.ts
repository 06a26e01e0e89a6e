import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BoardId, ColumnId, ItemId } from '../../../kernel/ids';
import { C_TEXT } from '../../../platform/database/column-options';

/** Computed columns of a board that a background job computes, and the progress of the job. */
@Entity('board_computations')
export class BoardComputationEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  @Column({ name: 'column_ids', ...C_TEXT, array: true })
  columnIds!: ColumnId[];

  @Column(C_TEXT)
  after!: ItemId | '';

  @Column({ type: 'integer' })
  done!: number;

  @Column({ type: 'integer', nullable: true })
  total!: number | null;

  @Column({ name: 'rebuilt_ids', ...C_TEXT, array: true, default: () => "'{}'::text[]" })
  rebuiltIds!: ColumnId[];
}
