import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BoardId, ProjectId, UserId, WorkspaceId } from '../../kernel/ids';
import type { BoardView } from './board-view';

/** Without `structure_version`, which only the database moves (BoardsRepository.holdStructure). */
@Entity('boards')
export class BoardEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId!: string;

  @PrimaryColumn({ type: 'text' })
  id!: BoardId;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: WorkspaceId;

  @Column({ name: 'project_id', type: 'text' })
  projectId!: ProjectId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'default_view', type: 'text' })
  defaultView!: BoardView;

  @Column({ name: 'created_by', type: 'text' })
  createdBy!: UserId;

  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
