import { dependsOnPrevious, isFollowed, mustBeAcyclic } from '../../columns';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';

/** Whether a value of the column can be checked on its own and nothing is computed from it. */
export function isIndependent(board: BoardFacts, column: ColumnFacts): boolean {
  return !dependsOnPrevious(column) && !mustBeAcyclic(column) && !isFollowed(board, [column.id]);
}
