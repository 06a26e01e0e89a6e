import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { CommentId } from '../../kernel/ids';
import type { JsonText } from '../../kernel/json';
import { authorize } from '../../access/policy';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { HierarchyService } from '../hierarchy';
import { CommentAttachmentsService } from './comment-attachments.service';
import type { CommentRow } from './comment.record';
import { CommentNotFound } from './comments.errors';
import { commentsEvents } from './comments.events';
import { pinComment, writeComment } from './comments.policy';
import { presentComment } from './comments.presenter';
import { CommentsReadModel } from './comments.read-model';
import { CommentsRepository } from './comments.repository';
import type { CommentsPinInput, CommentsReactInput } from './comments.schemas';

/** Pins and reactions (specification, "Comment pin and reactions"). Neither is a new version of the comment. */
@Injectable()
export class CommentFeedbackService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly comments: CommentsRepository,
    private readonly reads: CommentsReadModel,
    private readonly attachments: CommentAttachmentsService,
    private readonly outbox: Outbox,
  ) {}

  pin(context: CallContext, { id, pinned }: CommentsPinInput): Promise<JsonText> {
    return this.transactions.run(context, async (tx) => {
      const { access, at } = await this.around(tx, id);
      authorize(pinComment, tx.principal, { access });
      const changed = await this.comments.pin(tx, id, pinned);
      if (changed === null) return this.current(tx, id);
      const event = pinned ? commentsEvents.pinned : commentsEvents.unpinned;
      await this.outbox.append(tx, event.create({ commentId: id }, at));
      return this.present(tx, changed);
    });
  }

  react(context: CallContext, { commentId, emoji }: CommentsReactInput): Promise<JsonText> {
    return this.transactions.run(context, async (tx) => {
      const { access, at } = await this.around(tx, commentId);
      authorize(writeComment, tx.principal, { access });
      const reaction = { userId: tx.principal.userId, emoji, at: clock.now() };
      const isAdded = await this.comments.toggleReaction(tx, commentId, reaction);
      const event = isAdded ? commentsEvents.reactionAdded : commentsEvents.reactionRemoved;
      await this.outbox.append(tx, event.create({ commentId, emoji }, at));
      return this.current(tx, commentId);
    });
  }

  /** The caller's access to the item of a comment, and the ids for its event. */
  private async around(tx: InTransaction<CallContext>, id: CommentId) {
    const place = await this.reads.place(tx, id);
    if (place === null) throw new CommentNotFound();
    const { itemId } = place;
    const { facts: board, access } = await this.hierarchy.item(tx, itemId, { noun: 'comment' });
    return { access, at: { boardId: board.id, itemId } };
  }

  private async current(tx: InTransaction<CallContext>, id: CommentId): Promise<JsonText> {
    const comment = await this.comments.find(tx, id);
    if (comment === null) throw new CommentNotFound();
    return this.present(tx, comment);
  }

  private async present(context: CallContext, comment: CommentRow): Promise<JsonText> {
    return presentComment(comment, comment.people, await this.attachments.of(context, [comment]));
  }
}
