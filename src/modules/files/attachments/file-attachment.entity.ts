import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AttachmentId, BoardId, CommentId, FileId, ItemId, SubmissionId } from '../../../kernel/ids';
import { C_TEXT } from '../../../platform/database/column-options';

/** A file of a comment or of a form submission. */
@Entity('file_attachments')
@Index('file_attachments_file_id_idx', ['organizationId', 'fileId'])
export class FileAttachmentEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: AttachmentId;

  @Column({ name: 'file_id', ...C_TEXT })
  fileId!: FileId;

  @Column({ name: 'comment_id', ...C_TEXT, nullable: true })
  commentId!: CommentId | null;

  /** The item of the comment. */
  @Column({ name: 'item_id', ...C_TEXT, nullable: true })
  itemId!: ItemId | null;

  @Column({ name: 'submission_id', ...C_TEXT, nullable: true })
  submissionId!: SubmissionId | null;

  /** The board of the form. */
  @Column({ name: 'board_id', ...C_TEXT, nullable: true })
  boardId!: BoardId | null;

  @Column({ type: 'smallint' })
  position!: number;
}
