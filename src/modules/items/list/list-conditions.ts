import { isStatementTimeout } from '../../../platform/database/database-errors';
import { type FilterNode, type GivenFilterNode, resolveFilters } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { FilterTooSlow } from '../items.errors';

/** `search` is an additional condition: a part of the name (contract §6). */
export function conditionsOf(
  board: BoardFacts,
  {
    filters = [],
    search = '',
  }: {
    filters?: readonly GivenFilterNode[] | undefined;
    search?: string | undefined;
  },
): FilterNode[] {
  const conditions = resolveFilters(board, filters);
  if (search.trim() === '') return conditions;
  return [...conditions, { columnId: 'name', operator: 'contains', value: search.trim(), path: 'search' }];
}

/** Reads with filters, which can take longer than a call can (decision 0105). */
export async function filtered<Result>(filters: object | null, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw filters !== null && isStatementTimeout(error) ? new FilterTooSlow() : error;
  }
}
