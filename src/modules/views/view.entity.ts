import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BoardId, UserId, ViewId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import type { ViewLayout } from './views.schemas';

@Entity('views')
export class ViewEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId!: string;

  @PrimaryColumn({ type: 'text' })
  id!: ViewId;

  @Column({ name: 'board_id', type: 'text' })
  boardId!: BoardId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  layout!: ViewLayout;

  /** As they were written; judged when the view was saved. */
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

  @Column({ name: 'created_by', type: 'text' })
  createdBy!: UserId;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
