import { AppError, type InputIssue, InvalidInput } from '../../kernel/app-error';
import { RecordNotFound } from '../hierarchy';

export class ItemNotFound extends RecordNotFound {
  constructor() {
    super('item');
  }
}

/** The row changed after the version that the write expects. */
export class ItemChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The item has changed since it was read; read it again');
  }
}

/** Cells have other values than the write expects; each issue has the current one. */
export class CellsChanged extends AppError {
  constructor(issues: readonly InputIssue[]) {
    super('CONFLICT', issues[0]!.message, { issues });
  }
}

/** Groups or columns changed during every attempt to write an item. */
export class BoardIsChanging extends AppError {
  /** SQLSTATE of a serialization failure: a transaction that fails with it is retried. */
  readonly driverError = { code: '40001' };

  constructor(cause?: unknown) {
    super('CONFLICT', 'The board is being changed; try again', { cause });
  }
}

export const GIVE_BOARD_TOO = 'The group belongs to another board; send boardId as well';

export class GroupOfAnotherBoard extends InvalidInput {
  constructor(message = 'Not a group of this board') {
    super([{ path: 'groupId', message }]);
  }
}

export const PARENT_MUST_BE = 'Must be a live top-level item of this group';

/** Sub-items have no sub-items of their own (decision 0024). */
export class ParentInWrongPlace extends InvalidInput {
  constructor() {
    super([{ path: 'parentId', message: PARENT_MUST_BE }]);
  }
}

/** items.upsert by a column whose values many items can have. */
export class KeyNotUnique extends AppError {
  constructor(name: string) {
    const message = `${name} is not unique; set its config unique to true with columns.update first`;
    super('BAD_REQUEST', `key: ${message}`, { issues: [{ path: 'key', message }], reason: 'key_not_unique' });
  }
}

export class NoGroupForItems extends InvalidInput {
  constructor() {
    super([{ path: 'boardId', message: 'The board has no group; create one first' }]);
  }
}

export const IS_ARCHIVED = 'The item is archived; restore it first';

export class ItemIsArchived extends InvalidInput {
  constructor() {
    super([{ path: 'id', message: IS_ARCHIVED }]);
  }
}

export class SubItemLeavesParent extends InvalidInput {
  constructor(path = 'groupId') {
    super([{ path, message: 'A sub-item stays in the group of its parent' }]);
  }
}

/** The group no longer exists and the board has no other group to restore the item to. */
export class NoGroupToReturnTo extends InvalidInput {
  constructor() {
    super([{ path: 'id', message: 'The board has no group; create one first' }]);
  }
}

/** A sub-item is in its parent's list; a parent in Trash or in the archive has no list to restore it to. */
export class ParentIsAway extends InvalidInput {
  constructor() {
    super([{ path: 'id', message: 'Restore the parent item first' }]);
  }
}

/** Scanning the list for matches takes longer than a call can take (decision 0105). A retry would take as long. */
export class FilterTooSlow extends InvalidInput {
  constructor() {
    super([
      {
        path: 'filters',
        message:
          'Reads too many items to complete in time; add a condition that an index covers, such as a part of the name (at least 3 characters), a status, a date or a number, or list a single group',
      },
    ]);
  }
}
