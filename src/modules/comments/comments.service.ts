import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type CommentId, type ItemId, newId } from '../../kernel/ids';
import type { JsonText } from '../../kernel/json';
import { authorize } from '../../access/policy';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { HierarchyService, RecordNotFound } from '../hierarchy';
import { CommentTextsService } from './comment-texts.service';
import { CommentChanged, CommentNotFound, ParentIsReply, ParentOfAnotherItem } from './comments.errors';
import { commentsEvents } from './comments.events';
import { deleteComment, editComment } from './comments.policy';
import { presentComment, presentNewComment } from './comments.presenter';
import { CommentsReadModel } from './comments.read-model';
import { CommentsRepository, type CommentText, type Expected } from './comments.repository';
import { type CommentsCreateInput, type CommentsUpdateInput, MENTIONS_MAX } from './comments.schemas';

/** Comments on items, and their replies (specification, "Comments"). */
@Injectable()
export class CommentsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly texts: CommentTextsService,
    private readonly comments: CommentsRepository,
    private readonly reads: CommentsReadModel,
    private readonly outbox: Outbox,
  ) {}

  create(context: CallContext, input: CommentsCreateInput): Promise<JsonText> {
    return this.transactions.runStatement(
      context,
      async (current) => (await this.createAsExpected(current, input)) ?? this.createChecked(current, input),
    );
  }

  update(context: CallContext, { id, body, expectedUpdatedAt }: CommentsUpdateInput): Promise<JsonText> {
    return this.transactions.run(context, async (tx) => {
      const comment = await this.comments.lock(tx, id);
      if (comment === null) throw new CommentNotFound();
      const { facts: board } = await this.hierarchy.item(tx, comment.itemId, { noun: 'comment' });
      authorize(editComment, tx.principal, comment);
      if (expectedUpdatedAt && expectedUpdatedAt.toISOString() !== comment.updatedAt)
        throw new CommentChanged();
      const text = await this.texts.render(tx, body);
      const updated = (await this.comments.update(tx, id, text, clock.now()))!;
      const { itemId, parentId } = comment;
      const addedMentions = text.mentions.filter((userId) => !comment.mentions.includes(userId));
      const change = { commentId: id, parentId, addedMentions };
      await this.outbox.append(tx, commentsEvents.updated.create(change, { boardId: board.id, itemId }));
      return presentComment(updated, updated.people);
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
    { itemId, body, parentId = null, attachmentIds = [] }: CommentsCreateInput,
  ): Promise<JsonText | null> {
    if (context.transaction || attachmentIds.length > 0) return null;
    const board = await this.hierarchy.expectedBoardOfItem(context, itemId);
    const text = this.texts.renderUnresolved(body);
    if (board === null || text.mentions.length > MENTIONS_MAX) return null;
    const expected = { boardId: board.id, members: text.mentions };
    return this.insert(context, { itemId, parentId, text }, expected);
  }

  private async createChecked(context: CallContext, input: CommentsCreateInput): Promise<JsonText> {
    const { itemId, body, parentId = null } = input;
    const { facts: board } = await this.hierarchy.item(context, itemId);
    // Files cannot be uploaded yet, so no id is known.
    if (input.attachmentIds?.length) throw new RecordNotFound('file');
    if (parentId !== null) await this.rejectWrongParent(context, parentId, itemId);
    const text = await this.texts.render(context, body);
    const created = await this.insert(
      context,
      { itemId, parentId, text },
      { boardId: board.id, members: [] },
    );
    if (created === null) throw new RecordNotFound(parentId === null ? 'item' : 'comment');
    return created;
  }

  private async insert(
    context: CallContext,
    { itemId, parentId, text }: { itemId: ItemId; parentId: CommentId | null; text: CommentText },
    expected: Expected,
  ): Promise<JsonText | null> {
    const id = newId('comment');
    const authorId = context.principal.userId;
    const comment = { id, itemId, parentId, authorId, ...text, createdAt: clock.now() };
    const payload = { commentId: id, parentId, mentions: [...text.mentions] };
    const event = commentsEvents.created.create(payload, { boardId: expected.boardId, itemId });
    const people = await this.comments.insert(context, comment, expected, event);
    return people && presentNewComment(comment, people);
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
