import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UserId, WorkspaceId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

@Entity('workspaces')
@Index('workspaces_number_idx', ['number'], { unique: true })
export class WorkspaceEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: WorkspaceId;

  /** Assigned by the database, for the search index (decision 0111). */
  @Column({ type: 'integer', generatedIdentity: 'ALWAYS', insert: false, update: false })
  number!: number;

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

  @Column({ name: 'created_by', ...C_TEXT })
  createdBy!: UserId;

  @Column({ name: 'archived_at', ...TIMESTAMP, nullable: true })
  archivedAt!: Date | null;

  @Column({ name: 'deleted_at', ...TIMESTAMP, nullable: true })
  deletedAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
