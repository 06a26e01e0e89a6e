import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import * as schemas from './comments.schemas';
import { CommentFeedbackService } from './comment-feedback.service';
import { CommentListsService } from './comment-lists.service';
import { CommentsService } from './comments.service';

@Procedures()
export class CommentsController {
  constructor(
    private readonly lists: CommentListsService,
    private readonly comments: CommentsService,
    private readonly feedback: CommentFeedbackService,
  ) {}

  @QueryProcedure('comments.list', {
    ...schemas.commentsList,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'The top-level comments of an item, newest first. `pinned: true` returns pinned comments only. Replies are in comments.replies.',
  })
  list(context: CallContext, input: schemas.CommentsListInput) {
    return this.lists.list(context, input);
  }

  @QueryProcedure('comments.replies', {
    ...schemas.commentsReplies,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description: 'The replies to a top-level comment, oldest first.',
  })
  replies(context: CallContext, input: schemas.CommentsRepliesInput) {
    return this.lists.replies(context, input);
  }

  @MutationProcedure('comments.create', {
    ...schemas.commentsCreate,
    scope: 'write',
    role: 'guest',
    description:
      'Comments on an item. `body` is Markdown of 1 to 20,000 characters; `@usr_…` mentions a member. With `parentId` the comment is a reply to a top-level comment.',
  })
  create(context: CallContext, input: schemas.CommentsCreateInput) {
    return this.comments.create(context, input);
  }

  @MutationProcedure('comments.update', {
    ...schemas.commentsUpdate,
    scope: 'write',
    role: 'guest',
    description: 'Replaces the text of a comment. Requires its author.',
  })
  update(context: CallContext, input: schemas.CommentsUpdateInput) {
    return this.comments.update(context, input);
  }

  @MutationProcedure('comments.delete', {
    ...schemas.commentsDelete,
    scope: 'delete',
    role: 'guest',
    description:
      'Deletes a comment permanently, with its replies. Requires its author, or an admin of the workspace or the organization.',
  })
  async delete(context: CallContext, { id }: Input<typeof schemas.commentsDelete>) {
    await this.comments.delete(context, id);
    return SUCCESS;
  }

  @MutationProcedure('comments.pin', {
    ...schemas.commentsPin,
    scope: 'write',
    role: 'guest',
    description: 'Pins a comment, or unpins it. Requires permission to edit the item.',
  })
  pin(context: CallContext, input: schemas.CommentsPinInput) {
    return this.feedback.pin(context, input);
  }

  @MutationProcedure('comments.react', {
    ...schemas.commentsReact,
    scope: 'write',
    role: 'guest',
    description:
      'Adds a reaction of the caller to a comment; a second call with the same emoji removes the reaction. No one is notified.',
  })
  react(context: CallContext, input: schemas.CommentsReactInput) {
    return this.feedback.react(context, input);
  }
}
