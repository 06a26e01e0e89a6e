import { Injectable } from '@nestjs/common';
import { UnknownCursor } from '../../kernel/cursor';
import type { JsonText } from '../../kernel/json';
import type { CallContext } from '../../access/principal';
import { HierarchyService, RecordNotFound } from '../hierarchy';
import { CommentAttachmentsService } from './comment-attachments.service';
import { presentComments } from './comments.presenter';
import { type CommentsPage, CommentsReadModel } from './comments.read-model';
import type { CommentsListInput, CommentsRepliesInput } from './comments.schemas';

/** Pages of comments and replies, for everyone who sees their item. */
@Injectable()
export class CommentListsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly reads: CommentsReadModel,
    private readonly attachments: CommentAttachmentsService,
  ) {}

  async list(context: CallContext, { itemId, pinned, cursor, limit }: CommentsListInput): Promise<JsonText> {
    const request = { cursor: cursor ?? null, limit };
    const page = pinned
      ? await this.reads.pinned(context, itemId, request)
      : await this.reads.list(context, itemId, request);
    return this.present(context, 'comments', await this.seen(context, page, 'item'));
  }

  async replies(context: CallContext, { commentId, cursor, limit }: CommentsRepliesInput): Promise<JsonText> {
    const page = await this.reads.replies(context, commentId, { cursor: cursor ?? null, limit });
    return this.present(context, 'replies', await this.seen(context, page, 'comment'));
  }

  private async present(
    context: CallContext,
    noun: 'comments' | 'replies',
    { rows, ...page }: CommentsPage,
  ): Promise<JsonText> {
    return presentComments(noun, rows, { ...page, attachments: await this.attachments.of(context, rows) });
  }

  /** `noun` is what the request names. */
  private async seen(
    context: CallContext,
    page: CommentsPage | null,
    noun: 'item' | 'comment',
  ): Promise<CommentsPage> {
    if (page === null) throw new RecordNotFound(noun);
    await this.hierarchy.board(context, page.boardId, noun);
    if (!page.isCursorKnown) throw new UnknownCursor();
    return page;
  }
}
