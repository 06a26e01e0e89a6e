import { AppError, InvalidInput } from '../../kernel/app-error';

const CURSOR = 'since';

export class UnknownFeedCursor extends InvalidInput {
  constructor() {
    super([{ path: CURSOR, message: 'Unknown cursor' }]);
  }
}

/** Events after the cursor have been dropped: the client must read the records again. */
export class FeedCursorExpired extends AppError {
  constructor() {
    const message =
      'The events after this cursor are no longer kept; read the records again, and start without it';
    super('BAD_REQUEST', `${CURSOR}: ${message}`, {
      issues: [{ path: CURSOR, message }],
      reason: 'cursor_expired',
    });
  }
}
