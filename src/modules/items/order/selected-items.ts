import type { AddParameter, CompiledFilters } from '../../columns';

/**
 * The items of the lanes, or those of an index that contains all matches. $1 is the organization, $2 the lanes. `offset 0`
 * keeps later conditions, whose selectivity the planner cannot estimate, from changing the choice of index.
 */
export function selectedItems(add: AddParameter, narrow: CompiledFilters['narrows'][number] | null): string {
  if (narrow === null) return `(select * from items where organization_id = $1 and lane = any ($2) offset 0)`;
  if (narrow.of === 'items') return `(${narrow.select(add)} offset 0)`;
  return `(select found.* from (select distinct key from (${narrow.select(add)}) narrow) candidate
      cross join lateral (
        select * from items where organization_id = $1 and items.key = candidate.key offset 0) found)`;
}
