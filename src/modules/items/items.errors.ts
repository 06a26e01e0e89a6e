import { AppError, InvalidInput } from '../../kernel/app-error';
import { RecordNotFound } from '../hierarchy';

export class ItemNotFound extends RecordNotFound {
  constructor() {
    super('item');
  }
}

/** The row moved under a write that named the version it had seen. */
export class ItemChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The item has changed since; read it again');
  }
}

/** Groups or columns changed while an item was written by them, again and again. */
export class BoardIsChanging extends AppError {
  /** A serialization failure, which is what it is: transactions that end in one are tried again. */
  readonly driverError = { code: '40001' };

  constructor(cause?: unknown) {
    super('CONFLICT', 'The board is being changed; try again', { cause });
  }
}

export const GIVE_BOARD_TOO = 'A group of another board: give boardId as well';

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

export const IS_ARCHIVED = 'The item is archived; restore it first';

export class ItemIsArchived extends InvalidInput {
  constructor() {
    super([{ path: 'id', message: IS_ARCHIVED }]);
  }
}

export class SubItemLeavesParent extends InvalidInput {
  constructor() {
    super([{ path: 'groupId', message: 'A sub-item stays in the group of its parent' }]);
  }
}

/** The last group of a board may be deleted; what was in it has nowhere to return to. */
export class NoGroupToReturnTo extends InvalidInput {
  constructor() {
    super([{ path: 'id', message: 'The board has no group; make one first' }]);
  }
}

/** A sub-item stands in its parent's list; while the parent is in Trash or archived there is none to return to. */
export class ParentIsAway extends InvalidInput {
  constructor() {
    super([{ path: 'id', message: 'Restore the parent item first' }]);
  }
}
