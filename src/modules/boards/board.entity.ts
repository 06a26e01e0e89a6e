import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BoardId, ProjectId, UserId, WorkspaceId } from '../../kernel/ids';
import type { BoardView } from './board-view';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('boards')
@Index('boards_project_id_idx', ['organizationId', 'projectId', 'id'])
@Index('boards_workspace_id_idx', ['organizationId', 'workspaceId'])
export class BoardEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: BoardId;

  @Column({ name: 'workspace_id', ...C_TEXT })
  workspaceId!: WorkspaceId;

  @Column({ name: 'project_id', ...C_TEXT })
  projectId!: ProjectId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'default_view', type: 'text' })
  defaultView!: BoardView;

  /** Changed only by board_structure_change (decision 0019). */
  @Column({
    name: 'structure_version',
    type: 'bigint',
    default: 0,
    select: false,
    insert: false,
    update: false,
  })
  structureVersion?: string;

  @Column({ name: 'created_by', ...C_TEXT })
  createdBy!: UserId;

  /** The place in lists of its project; boards without one come last, oldest first. */
  @Column({ type: 'integer', nullable: true })
  position!: number | null;

  @Column({ name: 'archived_at', ...TIMESTAMP, nullable: true })
  archivedAt!: Date | null;

  @Column({ name: 'deleted_at', ...TIMESTAMP, nullable: true })
  deletedAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
