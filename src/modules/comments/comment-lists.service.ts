import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import { HierarchyService } from '../hierarchy';
import { CommentAttachmentsService } from './comment-attachments.service';
import { CommentNotFound } from './comments.errors';
import { CommentsReadModel } from './comments.read-model';
import type { CommentsListInput, CommentsRepliesInput } from './comments.schemas';

/** Pages of comments and replies, for everyone who sees their item. */
@Injectable()
export class CommentListsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly reads: CommentsReadModel,
    private readonly attachments: CommentAttachmentsService,
  ) {}

  async list(context: CallContext, { itemId, pinned, cursor, limit }: CommentsListInput) {
    await this.hierarchy.item(context, itemId);
    const page = { cursor: cursor ?? null, limit };
    const { rows, nextCursor } = pinned
      ? await this.reads.pinned(context, itemId, page)
      : await this.reads.list(context, itemId, page);
    return { comments: await this.attachments.present(context, rows), nextCursor };
  }

  async replies(context: CallContext, { commentId, cursor, limit }: CommentsRepliesInput) {
    const place = await this.reads.place(context, commentId);
    if (place === null) throw new CommentNotFound();
    await this.hierarchy.item(context, place.itemId, { noun: 'comment' });
    const { rows, nextCursor } = await this.reads.replies(context, commentId, {
      cursor: cursor ?? null,
      limit,
    });
    return { replies: await this.attachments.present(context, rows), nextCursor };
  }
}
