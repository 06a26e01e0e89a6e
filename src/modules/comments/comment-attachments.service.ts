import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import { AppError } from '../../kernel/app-error';
import type { CommentId, FileId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { type Attachment, FileAttachmentsService, type FileRecord, FilesService } from '../files';
import type { CommentRecord } from './comment.record';

/** A comment without attachments has no entry. */
export type AttachmentsByComment = ReadonlyMap<CommentId, Attachment[]>;

export const NO_ATTACHMENTS: AttachmentsByComment = new Map();

/** The files of comments. */
@Injectable()
export class CommentAttachmentsService {
  constructor(
    private readonly files: FilesService,
    private readonly attachments: FileAttachmentsService,
  ) {}

  /** The files that a new comment names; throws NOT_FOUND for one that the author does not see. */
  async claim(context: CallContext, ids: readonly FileId[]): Promise<FileRecord[]> {
    const distinct = [...new Set(ids)];
    const files = await this.files.claim(context, distinct);
    return distinct.map((id, index) => {
      const file = files.get(id);
      if (file === undefined) {
        const message = 'No such file';
        throw new AppError('NOT_FOUND', message, { issues: [{ path: `attachmentIds.${index}`, message }] });
      }
      return file;
    });
  }

  async attach(
    tx: InTransaction<CallContext>,
    { id, itemId }: Pick<CommentRecord, 'id' | 'itemId'>,
    files: readonly FileRecord[],
  ): Promise<AttachmentsByComment> {
    return new Map([[id, await this.attachments.attach(tx, { commentId: id, itemId }, files)]]);
  }

  detach(tx: InTransaction<CallContext>, ids: readonly CommentId[]): Promise<void> {
    return this.attachments.detachFromComments(tx, ids);
  }

  /** The attachments of comments; one statement if some of them have any. */
  async of(
    context: TenantContext,
    comments: readonly Pick<CommentRecord, 'id' | 'attachmentCount'>[],
  ): Promise<AttachmentsByComment> {
    const attached = comments.filter(({ attachmentCount }) => attachmentCount > 0);
    if (attached.length === 0) return NO_ATTACHMENTS;
    return this.attachments.ofComments(
      context,
      attached.map(({ id }) => id),
    );
  }
}
