import { isStatementTimeout } from '../../../platform/database/database-errors';
import type { FilterNode } from '../../columns';
import { FilterTooSlow } from '../items.errors';

/** `search` is an additional condition: a part of the name (contract §6). */
export function conditionsOf({
  filters = [],
  search = '',
}: {
  filters?: FilterNode[] | undefined;
  search?: string | undefined;
}): FilterNode[] {
  if (search.trim() === '') return filters;
  return [...filters, { columnId: 'name', operator: 'contains', value: search.trim(), path: 'search' }];
}

/** Reads with filters, which can take longer than a call can (decision 0105). */
export async function filtered<Result>(filters: object | null, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw filters !== null && isStatementTimeout(error) ? new FilterTooSlow() : error;
  }
}
