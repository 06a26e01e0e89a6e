import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Id, UserId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

/** An archive of an organization, while it is written and until it expires. A trigger removes its file with its row. */
@Entity('organization_exports')
@Index('organization_exports_expires_at_idx', ['expiresAt'])
export class OrganizationExportEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: Id<'organizationExport'>;

  @Column({ type: 'text' })
  status!: 'running' | 'ready' | 'failed';

  /** Percent. */
  @Column({ type: 'smallint' })
  progress!: number;

  /** Of the attempt that writes the file, or has written it. */
  @Column({ name: 'storage_key', ...C_TEXT, nullable: true })
  storageKey!: string | null;

  @Column({ name: 'size_bytes', type: 'bigint', nullable: true })
  sizeBytes!: string | null;

  @Column({ type: 'text', nullable: true })
  sha256!: string | null;

  @Column({ name: 'created_by', ...C_TEXT })
  createdBy!: UserId;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'completed_at', ...TIMESTAMP, nullable: true })
  completedAt!: Date | null;

  @Column({ name: 'expires_at', ...TIMESTAMP })
  expiresAt!: Date;
}
