import { Injectable } from '@nestjs/common';
import { type AttachmentId, type CommentId, newId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { FileUrlsService } from '../file-urls.service';
import { filePath, type FileRecord } from '../file.record';
import { type AttachmentHolder, FileAttachmentsRepository } from './file-attachments.repository';

/** A file of a comment (specification, "Comment"). */
export interface Attachment extends Omit<FileRecord, 'id'> {
  id: AttachmentId;
}

/** Files of comments and of form submissions. */
@Injectable()
export class FileAttachmentsService {
  constructor(
    private readonly attachments: FileAttachmentsRepository,
    private readonly urls: FileUrlsService,
  ) {}

  /** Attaches claimed files (FilesService.claim) to a record that was created in this transaction. */
  async attach(
    tx: InTransaction<TenantContext>,
    holder: AttachmentHolder,
    files: readonly FileRecord[],
  ): Promise<Attachment[]> {
    if (files.length === 0) return [];
    const attached = files.map((file) => ({ ...file, id: newId('attachment'), fileId: file.id }));
    await this.attachments.insert(tx, holder, attached);
    const absolute = await this.urls.absolute(tx, attached);
    return absolute.map(({ id, name, url, size, type }) => ({ id, name, url, size, type }));
  }

  /** The attachments of comments; a comment without any has no entry. */
  async ofComments(context: TenantContext, ids: readonly CommentId[]): Promise<Map<CommentId, Attachment[]>> {
    const byComment = new Map<CommentId, Attachment[]>();
    if (ids.length === 0) return byComment;
    const rows = await this.attachments.ofComments(context, ids);
    const shown = rows.map(({ id, commentId, fileId, name, sizeBytes, type }) => ({
      commentId,
      id,
      name,
      url: filePath(fileId),
      size: Number(sizeBytes),
      type,
    }));
    for (const { commentId, ...attachment } of await this.urls.absolute(context, shown))
      byComment.set(commentId, [...(byComment.get(commentId) ?? []), attachment]);
    return byComment;
  }

  /** Their files are removed a day later, unless other records refer to them. */
  detachFromComments(tx: InTransaction<TenantContext>, ids: readonly CommentId[]): Promise<void> {
    return this.attachments.deleteOfComments(tx, ids);
  }
}
