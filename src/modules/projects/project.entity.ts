import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProjectId, UserId, WorkspaceId } from '../../kernel/ids';

@Entity('projects')
export class ProjectEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId!: string;

  @PrimaryColumn({ type: 'text' })
  id!: ProjectId;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: WorkspaceId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text', nullable: true })
  icon!: string | null;

  @Column({ name: 'created_by', type: 'text' })
  createdBy!: UserId;

  @Column({ name: 'archived_at', type: 'timestamptz', nullable: true })
  archivedAt!: Date | null;

  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
