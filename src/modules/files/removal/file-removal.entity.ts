import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** Content whose file was deleted. */
@Entity('file_removals')
@Index('file_removals_created_at_idx', ['createdAt'])
export class FileRemovalEntity {
  @PrimaryColumn({ name: 'storage_key', ...C_TEXT })
  storageKey!: string;

  @Column({ name: 'created_at', ...TIMESTAMP, default: () => 'now()' })
  createdAt!: Date;
}
