import { Injectable } from '@nestjs/common';
import type { AttachmentId, BoardId, CommentId, FileId, ItemId, SubmissionId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { FileRow } from '../file.record';

const INSERT = statement(
  'file-attachments.insert',
  `insert into file_attachments (organization_id, id, file_id, comment_id, item_id, submission_id, board_id, position)
   select $1, added.id, added.file_id, $4, $5, $6, $7, added.position - 1
   from unnest($2::text[], $3::text[]) with ordinality as added (id, file_id, position)`,
);

const OF_COMMENTS = statement(
  'file-attachments.of-comments',
  `select attachment.id, comment_id as "commentId", file_id as "fileId", name, size_bytes as "sizeBytes", type
   from file_attachments attachment
   join files file on file.organization_id = $1 and file.id = attachment.file_id
   where attachment.organization_id = $1 and comment_id = any ($2)
   order by comment_id, position`,
);

const DELETE_OF_COMMENTS = statement(
  'file-attachments.delete-of-comments',
  `delete from file_attachments where organization_id = $1 and comment_id = any ($2)`,
);

/** The record that has the attachments. */
export type AttachmentHolder =
  { commentId: CommentId; itemId: ItemId } | { submissionId: SubmissionId; boardId: BoardId };

export interface AttachmentRow extends Omit<FileRow, 'id'> {
  id: AttachmentId;
  commentId: CommentId;
  fileId: FileId;
}

@Injectable()
export class FileAttachmentsRepository {
  constructor(private readonly database: Database) {}

  async insert(
    tx: InTransaction<TenantContext>,
    holder: AttachmentHolder,
    added: readonly { id: AttachmentId; fileId: FileId }[],
  ): Promise<void> {
    const { commentId, itemId, submissionId, boardId } = { ...NO_HOLDER, ...holder };
    await this.database.query(tx, INSERT, [
      tx.organizationId,
      added.map(({ id }) => id),
      added.map(({ fileId }) => fileId),
      commentId,
      itemId,
      submissionId,
      boardId,
    ]);
  }

  /** In the order in which the author named them. */
  ofComments(context: TenantContext, ids: readonly CommentId[]): Promise<AttachmentRow[]> {
    return this.database.query<AttachmentRow>(context, OF_COMMENTS, [context.organizationId, ids]);
  }

  async deleteOfComments(tx: InTransaction<TenantContext>, ids: readonly CommentId[]): Promise<void> {
    await this.database.query(tx, DELETE_OF_COMMENTS, [tx.organizationId, ids]);
  }
}

const NO_HOLDER = { commentId: null, itemId: null, submissionId: null, boardId: null };
