import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, UserId, ViewId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import type { ViewOptions } from './options/view-options.schemas';
import type { ViewLayout } from './views.schemas';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('views')
@Index('views_board_id_idx', ['organizationId', 'boardId', 'id'])
@Index('views_personal_of_idx', ['organizationId', 'personalOf', 'boardId'])
export class ViewEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: ViewId;

  @Column({ name: 'board_id', ...C_TEXT })
  boardId!: BoardId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  layout!: ViewLayout;

  /** The input form; validated when the view was saved. */
  @Column({ type: 'jsonb' })
  filters!: Json[];

  @Column({ name: 'sort_by', type: 'text', nullable: true })
  sortBy!: string | null;

  @Column({ name: 'sort_dir', type: 'text' })
  sortDir!: 'asc' | 'desc';

  @Column({ name: 'group_by', type: 'text', nullable: true })
  groupBy!: string | null;

  @Column({ name: 'hidden_columns', type: 'text', array: true })
  hiddenColumns!: string[];

  @Column({ type: 'jsonb', default: () => "'{}'::jsonb" })
  options!: ViewOptions;

  /** The only user who sees a personal view; null for a shared one. */
  @Column({ name: 'personal_of', ...C_TEXT, nullable: true })
  personalOf!: UserId | null;

  /** The place among the shared views of the board, or among the user's own; views without one come last, oldest first. */
  @Column({ type: 'integer', nullable: true })
  position!: number | null;

  @Column({ name: 'created_by', ...C_TEXT })
  createdBy!: UserId;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
