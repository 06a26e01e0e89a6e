import { AppError, InvalidInput } from '../../kernel/app-error';
import { PERSONAL_VIEWS_MAX, VIEWS_MAX } from './views.schemas';

/** The view changed after the version that the write expects. */
export class ViewChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The view has changed since it was read; read it again');
  }
}

export class ViewLimitExceeded extends InvalidInput {
  constructor() {
    super([{ path: 'boardId', message: `A board can have at most ${VIEWS_MAX} shared views` }]);
  }
}

export class PersonalViewLimitExceeded extends InvalidInput {
  constructor() {
    super([
      { path: 'boardId', message: `You can have at most ${PERSONAL_VIEWS_MAX} personal views on a board` },
    ]);
  }
}
