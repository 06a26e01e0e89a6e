import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

/** Content whose file was deleted, or that belongs to no file at that time (ThumbnailsRepository). */
@Entity('file_removals')
@Index('file_removals_due_at_idx', ['dueAt'])
export class FileRemovalEntity {
  @PrimaryColumn({ name: 'storage_key', ...C_TEXT })
  storageKey!: string;

  @Column({ name: 'due_at', ...TIMESTAMP, default: () => 'now()' })
  dueAt!: Date;
}
