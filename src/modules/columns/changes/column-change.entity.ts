import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, ColumnId, UserId } from '../../../kernel/ids';
import { C_TEXT } from '../../../platform/database/column-options';
import type { ColumnChangeKind } from './column-change';

/** A change of the values of a column that a background job makes, and the progress of the job. */
@Index('column_changes_board_id_idx', ['organizationId', 'boardId'])
@Entity('column_changes')
export class ColumnChangeEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'column_id', ...C_TEXT })
  columnId!: ColumnId;

  @Column({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  @Column({ type: 'text' })
  kind!: ColumnChangeKind['kind'];

  @Column({ type: 'jsonb' })
  details!: ColumnChangeKind['details'];

  @Column({ name: 'actor_id', ...C_TEXT, nullable: true })
  actorId!: UserId | null;

  @Column({ ...C_TEXT, default: '' })
  after!: string;

  @Column({ type: 'integer', default: 0 })
  done!: number;

  @Column({ type: 'integer', nullable: true })
  total!: number | null;

  @Column({ name: 'has_failed', type: 'boolean', default: false })
  hasFailed!: boolean;
}
