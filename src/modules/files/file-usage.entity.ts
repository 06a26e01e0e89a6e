import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT } from '../../platform/database/column-options';

/** The bytes of the stored files of an organization. */
@Entity('file_usage')
export class FileUsageEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @Column({ name: 'size_bytes', type: 'bigint' })
  sizeBytes!: string;
}
