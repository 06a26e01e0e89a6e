import { dependsOnPrevious, isFollowed, isUnique, mustBeAcyclic } from '../../columns';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';

/** Whether a value of the column can be checked on its own and nothing is computed from it. */
export function isIndependent(board: BoardFacts, column: ColumnFacts): boolean {
  return !dependsOnPrevious(column) && !mustBeAcyclic(column) && !isFollowed(board, [column.id]);
}

/**
 * Whether one statement can write the columns of several items. A value of a unique column can be free only because an earlier
 * item of the call has lost it.
 */
export function areWrittenTogether(board: BoardFacts, columnIds: readonly string[]): boolean {
  return columnIds.every((id) => {
    const column = board.columnsById.get(id as ColumnFacts['id']);
    return column !== undefined && isIndependent(board, column) && !isUnique(column);
  });
}
