import { AppError, InvalidInput } from '../../kernel/app-error';
import { VIEWS_MAX } from './views.schemas';

/** The row moved under a write that named the version it had seen. */
export class ViewChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The view has changed since; read it again');
  }
}

export class ViewLimitExceeded extends InvalidInput {
  constructor() {
    super([{ path: 'boardId', message: `A board has at most ${VIEWS_MAX} views` }]);
  }
}
