import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type CommentId, type ItemId, newId } from '../../kernel/ids';
import { authorize } from '../../access/policy';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { HierarchyService, RecordNotFound } from '../hierarchy';
import { CommentAttachmentsService } from './comment-attachments.service';
import { CommentTextsService } from './comment-texts.service';
import { CommentChanged, CommentNotFound, ParentIsReply, ParentOfAnotherItem } from './comments.errors';
import { commentsEvents } from './comments.events';
import { deleteComment, editComment } from './comments.policy';
import { presentComment } from './comments.presenter';
import { CommentsReadModel } from './comments.read-model';
import { CommentsRepository } from './comments.repository';
import type { CommentOutput, CommentsCreateInput, CommentsUpdateInput } from './comments.schemas';

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

  create(context: CallContext, input: CommentsCreateInput): Promise<CommentOutput> {
    const { itemId, body } = input;
    const parentId = input.parentId ?? null;
    return this.transactions.run(context, async (tx) => {
      const { facts: board } = await this.hierarchy.item(tx, itemId);
      if (parentId !== null) await this.rejectWrongParent(tx, parentId, itemId);
      const files = await this.attachments.claim(tx, input.attachmentIds ?? []);
      const created = await this.comments.insert(tx, {
        id: newId('comment'),
        itemId,
        parentId,
        authorId: tx.principal.userId,
        attachmentCount: files.length,
        ...(await this.texts.render(tx, body)),
        createdAt: clock.now(),
      });
      if (created === null) throw new RecordNotFound(parentId === null ? 'item' : 'comment');
      const { id: commentId, mentions } = created;
      await this.outbox.append(
        tx,
        commentsEvents.created.create({ commentId, parentId, mentions }, { boardId: board.id, itemId }),
      );
      const attachments = await this.attachments.attach(tx, created, files);
      return presentComment(created, attachments);
    });
  }

  update(context: CallContext, { id, body, expectedUpdatedAt }: CommentsUpdateInput): Promise<CommentOutput> {
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
      const addedMentions = updated.mentions.filter((userId) => !comment.mentions.includes(userId));
      const change = { commentId: id, parentId, addedMentions };
      await this.outbox.append(tx, commentsEvents.updated.create(change, { boardId: board.id, itemId }));
      const [presented] = await this.attachments.present(tx, [updated]);
      return presented!;
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
