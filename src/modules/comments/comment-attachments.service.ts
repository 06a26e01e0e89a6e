import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import { AppError } from '../../kernel/app-error';
import type { CommentId, FileId } from '../../kernel/ids';
import type { InTransaction } from '../../platform/database/transaction';
import { type Attachment, FileAttachmentsService, type FileRecord, FilesService } from '../files';
import type { CommentRecord } from './comment.record';
import { presentComment } from './comments.presenter';
import type { CommentOutput } from './comments.schemas';

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

  attach(
    tx: InTransaction<CallContext>,
    { id, itemId }: CommentRecord,
    files: readonly FileRecord[],
  ): Promise<Attachment[]> {
    return this.attachments.attach(tx, { commentId: id, itemId }, files);
  }

  detach(tx: InTransaction<CallContext>, ids: readonly CommentId[]): Promise<void> {
    return this.attachments.detachFromComments(tx, ids);
  }

  /** Comments as they are sent; one more statement if some of them have attachments. */
  async present(context: CallContext, comments: readonly CommentRecord[]): Promise<CommentOutput[]> {
    const attached = comments.filter(({ attachmentCount }) => attachmentCount > 0);
    const attachments = await this.attachments.ofComments(
      context,
      attached.map(({ id }) => id),
    );
    return comments.map((comment) => presentComment(comment, attachments.get(comment.id) ?? []));
  }
}
