import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type CommentId, type FileId, type ItemId, newId } from '../../kernel/ids';
import type { JsonText } from '../../kernel/json';
import { authorize } from '../../access/policy';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { HierarchyService, RecordNotFound } from '../hierarchy';
import { CommentAttachmentsService, NO_ATTACHMENTS } from './comment-attachments.service';
import type { People } from './comment.record';
import { CommentTextsService } from './comment-texts.service';
import { CommentChanged, CommentNotFound, ParentIsReply, ParentOfAnotherItem } from './comments.errors';
import { commentsEvents } from './comments.events';
import { deleteComment, editComment, writeComment } from './comments.policy';
import { presentComment, presentNewComment } from './comments.presenter';
import { CommentsReadModel } from './comments.read-model';
import { CommentsRepository, type Expected, type NewComment } from './comments.repository';
import { type CommentsCreateInput, type CommentsUpdateInput, MENTIONS_MAX } from './comments.schemas';

interface CreatedComment {
  comment: NewComment;
  people: People;
}

/** Comments on items, and their replies (specification, "Comments"). */
@Injectable()
export class CommentsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly texts: CommentTextsService,
    private readonly attachments: CommentAttachmentsService,
    private readonly comments: CommentsRepository,
    private readonly reads: CommentsReadModel,
    private readonly outbox: Outbox,
  ) {}

  async create(context: CallContext, input: CommentsCreateInput): Promise<JsonText> {
    if (input.attachmentIds?.length) return this.createWithFiles(context, input, input.attachmentIds);
    const { comment, people } = await this.transactions.runStatement(
      context,
      async (current) => (await this.createAsExpected(current, input)) ?? this.createChecked(current, input),
    );
    return presentNewComment(comment, people, NO_ATTACHMENTS);
  }

  update(context: CallContext, { id, body, expectedUpdatedAt }: CommentsUpdateInput): Promise<JsonText> {
    return this.transactions.run(context, async (tx) => {
      const comment = await this.comments.lock(tx, id);
      if (comment === null) throw new CommentNotFound();
      const { facts: board, access } = await this.hierarchy.item(tx, comment.itemId, { noun: 'comment' });
      authorize(editComment, tx.principal, { access, authorId: comment.authorId });
      if (expectedUpdatedAt && expectedUpdatedAt.toISOString() !== comment.updatedAt)
        throw new CommentChanged();
      const text = await this.texts.render(tx, body);
      const updated = (await this.comments.update(tx, id, text, clock.now()))!;
      const { itemId, parentId } = comment;
      const addedMentions = text.mentions.filter((userId) => !comment.mentions.includes(userId));
      const change = { commentId: id, parentId, addedMentions };
      await this.outbox.append(tx, commentsEvents.updated.create(change, { boardId: board.id, itemId }));
      return presentComment(updated, updated.people, await this.attachments.of(tx, [updated]));
    });
  }

  delete(context: CallContext, id: CommentId): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const comment = await this.comments.lock(tx, id);
      if (comment === null) throw new CommentNotFound();
      const { facts: board, access } = await this.hierarchy.item(tx, comment.itemId, { noun: 'comment' });
      const { itemId, parentId, authorId } = comment;
      authorize(deleteComment, tx.principal, { access, authorId });
      const replyIds = await this.comments.delete(tx, id, parentId, clock.now());
      await this.attachments.detach(tx, [id, ...replyIds]);
      await this.outbox.append(
        tx,
        commentsEvents.deleted.create({ commentId: id, parentId, replyIds }, { boardId: board.id, itemId }),
      );
    });
  }

  /**
   * In one round trip, whose statement checks what this only expects: that the item is still on its board, and that every user
   * that the text names is a member. Null when it wrote nothing.
   */
  private async createAsExpected(
    context: CallContext,
    { itemId, body, parentId = null }: CommentsCreateInput,
  ): Promise<CreatedComment | null> {
    if (context.transaction) return null;
    const board = await this.hierarchy.expectedBoardOfItem(context, itemId);
    const text = this.texts.renderUnresolved(body);
    // An archived board is rejected with the reason by `createChecked`.
    if (board === null || board.archivedAt !== null || text.mentions.length > MENTIONS_MAX) return null;
    const expected = { boardId: board.id, members: text.mentions };
    return this.insert(context, { itemId, parentId, ...text, attachmentCount: 0 }, expected);
  }

  private createWithFiles(
    context: CallContext,
    input: CommentsCreateInput,
    attachmentIds: readonly FileId[],
  ): Promise<JsonText> {
    return this.transactions.run(context, async (tx) => {
      const files = await this.attachments.claim(tx, attachmentIds);
      const { comment, people } = await this.createChecked(tx, input, files.length);
      return presentNewComment(comment, people, await this.attachments.attach(tx, comment, files));
    });
  }

  private async createChecked(
    context: CallContext,
    { itemId, body, parentId = null }: CommentsCreateInput,
    attachmentCount = 0,
  ): Promise<CreatedComment> {
    const { facts: board, access } = await this.hierarchy.item(context, itemId);
    authorize(writeComment, context.principal, { access });
    if (parentId !== null) await this.rejectWrongParent(context, parentId, itemId);
    const text = await this.texts.render(context, body);
    const expected = { boardId: board.id, members: [] };
    const created = await this.insert(context, { itemId, parentId, ...text, attachmentCount }, expected);
    if (created === null) throw new RecordNotFound(parentId === null ? 'item' : 'comment');
    return created;
  }

  private async insert(
    context: CallContext,
    given: Omit<NewComment, 'id' | 'authorId' | 'createdAt'>,
    expected: Expected,
  ): Promise<CreatedComment | null> {
    const { itemId, parentId, body, bodyHtml, mentions, attachmentCount } = given;
    const id = newId('comment');
    const authorId = context.principal.userId;
    const createdAt = clock.now();
    const comment = { id, itemId, parentId, authorId, body, bodyHtml, mentions, createdAt, attachmentCount };
    const payload = { commentId: id, parentId, mentions: [...mentions], attachmentCount };
    const event = commentsEvents.created.create(payload, { boardId: expected.boardId, itemId });
    const people = await this.comments.insert(context, comment, expected, event);
    return people && { comment, people };
  }

  private async rejectWrongParent(context: CallContext, id: CommentId, itemId: ItemId): Promise<void> {
    const parent = await this.reads.place(context, id);
    if (parent === null) throw new CommentNotFound();
    if (parent.itemId !== itemId) {
      await this.hierarchy.item(context, parent.itemId, { noun: 'comment' });
      throw new ParentOfAnotherItem();
    }
    if (parent.parentId !== null) throw new ParentIsReply();
  }
}
