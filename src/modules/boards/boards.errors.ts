import { AppError, InvalidInput } from '../../kernel/app-error';
import { GROUPS_MAX } from './boards.schemas';

/** The row moved under a write that named the version it had seen. */
export class BoardChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The board has changed since; read it again');
  }
}

export class GroupChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The group has changed since; read it again');
  }
}

export class GroupLimitExceeded extends InvalidInput {
  constructor() {
    super([{ path: 'boardId', message: `A board holds at most ${GROUPS_MAX} groups` }]);
  }
}
