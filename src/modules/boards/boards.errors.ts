import { AppError, InvalidInput } from '../../kernel/app-error';
import { COPIED_ITEMS_MAX } from '../items';
import { GROUPS_MAX } from './boards.schemas';

/** The board changed after the version that the write expects. */
export class BoardChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The board has changed since it was read; read it again');
  }
}

export class GroupChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The group has changed since it was read; read it again');
  }
}

export class GroupLimitExceeded extends InvalidInput {
  constructor() {
    super([{ path: 'boardId', message: `A board can have at most ${GROUPS_MAX} groups` }]);
  }
}

export class GroupTooLarge extends InvalidInput {
  constructor() {
    super([
      {
        path: 'items',
        message: `A group with more than ${COPIED_ITEMS_MAX} items and sub-items can only be copied without them`,
      },
    ]);
  }
}
