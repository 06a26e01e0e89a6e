import type { Json } from '../../../kernel/json';
import type { FilterNode } from './filter-node';

/** Filters in their input form, for storage. */
export function writtenFilters(filters: readonly FilterNode[]): Json[] {
  return filters.map((node): Json => {
    if ('and' in node) return { and: writtenFilters(node.and) };
    if ('or' in node) return { or: writtenFilters(node.or) };
    const { columnId, operator, value } = node;
    return { columnId, operator, ...(value === undefined ? {} : { value: value as Json }) };
  });
}
