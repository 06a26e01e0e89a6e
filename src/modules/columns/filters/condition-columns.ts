import type { FilterNode } from './filter-node';

/** The ids of the columns that a condition names, at any depth. */
export function conditionColumns(node: FilterNode): string[] {
  if ('and' in node) return node.and.flatMap(conditionColumns);
  return 'or' in node ? node.or.flatMap(conditionColumns) : [node.columnId];
}
