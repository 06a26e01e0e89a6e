import type { BoardFacts } from '../../hierarchy';
import { columnNamed } from '../values/named-columns';
import type { FilterNode, GivenFilterNode } from './filter-node';

/** The conditions of an input with column ids instead of names. */
export function resolveFilters(board: BoardFacts, filters: readonly GivenFilterNode[]): FilterNode[] {
  return filters.map((node): FilterNode => {
    if ('and' in node) return { and: resolveFilters(board, node.and) };
    if ('or' in node) return { or: resolveFilters(board, node.or) };
    const { columnId, columnName = '', operator, value, path } = node;
    const named = () => columnNamed(board, columnName, `${path}.columnName`).id;
    return { columnId: columnId ?? named(), operator, value, path };
  });
}
