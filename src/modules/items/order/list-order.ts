import { InvalidInput } from '../../../kernel/app-error';
import type { ColumnId } from '../../../kernel/ids';
import { holdsResults, sortOrderOf } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import type { OrderKey } from './ordered-items.statements';

/** Fields of every item that have a sort order of their own. */
type ItemField = 'name' | 'createdBy' | 'createdAt' | 'updatedAt';

/** One key of an order as it is requested; `path` is its path in the input, for errors. */
export interface RequestedKey {
  by: string;
  dir: 'asc' | 'desc';
  path: string;
}

/** The keys of an order; a column that stores nothing orders nothing. None: board order. */
export function orderKeys(board: BoardFacts, requested: readonly RequestedKey[]): OrderKey[] {
  return requested.flatMap((key) => orderKey(board, key) ?? []);
}

function orderKey(board: BoardFacts, { by, dir, path }: RequestedKey): OrderKey | null {
  const isDescending = dir === 'desc';
  switch (by) {
    case 'groupId':
      return { by: 'list', isDescending };
    case 'name':
    case 'createdBy':
    case 'createdAt':
    case 'updatedAt':
      return { column: null, order: { by: by as ItemField }, isDescending, mayLag: false };
    default: {
      const column = board.columnsById.get(by as ColumnId);
      if (!column) throw InvalidInput.at(path, 'Unknown column of this board');
      const order = sortOrderOf(column);
      return order.by === 'nothing' ? null : { column, order, isDescending, mayLag: holdsResults(column) };
    }
  }
}
