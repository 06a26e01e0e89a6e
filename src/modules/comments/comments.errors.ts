import { AppError, InvalidInput } from '../../kernel/app-error';
import { RecordNotFound } from '../hierarchy';
import { MENTIONS_MAX } from './comments.schemas';

export class CommentNotFound extends RecordNotFound {
  constructor() {
    super('comment');
  }
}

/** The comment changed after the version that the write expects. */
export class CommentChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The comment has changed since it was read; read it again');
  }
}

export class ParentOfAnotherItem extends InvalidInput {
  constructor() {
    super([{ path: 'parentId', message: 'Must be a comment on the same item' }]);
  }
}

/** Replies have one level. */
export class ParentIsReply extends InvalidInput {
  constructor() {
    super([{ path: 'parentId', message: 'Must be a top-level comment, not a reply' }]);
  }
}

export class TooManyMentions extends InvalidInput {
  constructor() {
    super([{ path: 'body', message: `Must mention at most ${MENTIONS_MAX} users` }]);
  }
}
