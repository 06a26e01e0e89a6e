import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FileId, FormId, UserId } from '../../kernel/ids';
import { C_TEXT, TIMESTAMP } from '../../platform/database/column-options';

/** An uploaded file. Its content is in the storage and never changes. */
@Entity('files')
export class FileEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: FileId;

  @Column({ name: 'storage_key', ...C_TEXT })
  storageKey!: string;

  @Column({ type: 'text' })
  name!: string;

  /** The media type that the content shows. */
  @Column({ type: 'text' })
  type!: string;

  @Column({ name: 'size_bytes', type: 'bigint' })
  sizeBytes!: string;

  /** Hexadecimal. */
  @Column(C_TEXT)
  sha256!: string;

  /** Of images; null, like all of the thumbnail, for other files and while there is none. */
  @Column({ type: 'integer', nullable: true })
  width!: number | null;

  @Column({ type: 'integer', nullable: true })
  height!: number | null;

  @Column({ name: 'thumbnail_key', ...C_TEXT, nullable: true })
  thumbnailKey!: string | null;

  @Column({ name: 'thumbnail_bytes', type: 'integer', nullable: true })
  thumbnailBytes!: number | null;

  /** Null for a file that was uploaded with a form. */
  @Column({ name: 'uploaded_by', ...C_TEXT, nullable: true })
  uploadedBy!: UserId | null;

  @Column({ name: 'form_id', ...C_TEXT, nullable: true })
  formId!: FormId | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  /** Null while the upload runs. */
  @Column({ name: 'stored_at', ...TIMESTAMP, nullable: true })
  storedAt!: Date | null;

  /** Since when no record refers to the file; null while one does. */
  @Column({ name: 'unreferenced_since', ...TIMESTAMP, nullable: true })
  unreferencedSince!: Date | null;
}
