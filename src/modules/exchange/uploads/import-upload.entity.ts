import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** A stored file that no import uses yet. */
@Entity('import_uploads')
@Index('import_uploads_created_at_idx', ['createdAt'])
export class ImportUploadEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'storage_key', ...C_TEXT })
  storageKey!: string;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;
}
