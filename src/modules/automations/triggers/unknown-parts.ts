import type { InputIssue } from '../../../kernel/app-error';
import type { ColumnId, GroupId } from '../../../kernel/ids';
import type { BoardFacts } from '../../hierarchy';

/** An issue if the group is given and not one of the board's. */
export function unknownGroup(board: BoardFacts, path: string, id: GroupId | undefined): InputIssue[] {
  return id === undefined || board.groupsById.has(id)
    ? []
    : [{ path, message: 'Unknown group of this board' }];
}

/** An issue if the column is not one of the board's. */
export function unknownColumn(board: BoardFacts, path: string, id: ColumnId): InputIssue[] {
  return board.columnsById.has(id) ? [] : [{ path, message: 'Unknown column of this board' }];
}
