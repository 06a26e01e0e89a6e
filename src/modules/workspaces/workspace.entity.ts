import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids';

@Entity('workspaces')
export class WorkspaceEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId!: string;

  @PrimaryColumn({ type: 'text' })
  id!: WorkspaceId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text' })
  color!: string;

  @Column({ type: 'text', nullable: true })
  icon!: string | null;

  @Column({ type: 'text' })
  visibility!: 'open' | 'closed';

  @Column({ name: 'created_by', type: 'text' })
  createdBy!: string;

  @Column({ name: 'archived_at', type: 'timestamptz', nullable: true })
  archivedAt!: Date | null;

  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
