import { AppError } from '../../kernel/app-error';
import { UNDONE_ITEMS_MAX } from '../items';

/** Unknown, too old, of another user, or about boards that the caller does not see: existence never leaks. */
export class ChangeNotFound extends AppError {
  constructor() {
    super('NOT_FOUND', 'No such change of yours, or its events are no longer kept', {
      reason: 'change_not_found',
    });
  }
}

/** The change is about other records than items, or items lost nothing by it. */
export class NotUndoable extends AppError {
  constructor() {
    super('BAD_REQUEST', 'The call changed no item and deleted no group that can be changed back', {
      reason: 'not_undoable',
    });
  }
}

/** One step of the change alone, such as the deletion of a group, cannot be undone in pages. */
export class TooMuchToUndo extends AppError {
  constructor() {
    super('BAD_REQUEST', `A group of more than ${UNDONE_ITEMS_MAX} items was deleted`, {
      reason: 'too_many_items',
    });
  }
}
