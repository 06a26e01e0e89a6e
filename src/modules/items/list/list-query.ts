import type { ItemId } from '../../../kernel/ids';
import { archivedLane, type RecordKey } from '../../../kernel/record-key';
import type { SortOrder } from '../../../column-types/column-type';
import type { CompiledFilters } from '../../columns';
import type { ColumnFacts } from '../../hierarchy';
import type { ItemRecord } from '../item.record';

/** What a list is sorted by; without a column, by a field of the item. */
export interface Sort {
  column: Pick<ColumnFacts, 'id' | 'key'> | null;
  order: Exclude<SortOrder, { by: 'nothing' }> | { by: 'name' | 'createdBy' };
  isDescending: boolean;
  /** Whether a cell can still contain an earlier result, without a key of the current kind. */
  mayLag: boolean;
}

export interface ListQuery {
  /** Identifies lists, order and filters; the same for every page of one scan. */
  scan: string;
  /** The keys of groups, or of one parent, in the order of their items in the result. */
  lists: readonly RecordKey[];
  isArchived: boolean;
  /** Null: board order. */
  sort: Sort | null;
  filters: CompiledFilters | null;
  cursor: ItemId | null;
  limit: number;
}

export interface ListedRow extends ItemRecord {
  /** Its number among the requested lanes, from 1. */
  lane: string;
  rank: string;
  /** In sorted pages: its key, or the number of its option. */
  key?: string | number;
}

/** Where a page begins: after this item, in the lane of this number (from 1), with this sort key. */
export interface Start {
  isFirst: boolean;
  lane: number;
  rank: string;
  key: string | number | null;
  /** Live items before the page's first row in the cursor's lane; null: the statement of the page counts them. */
  position: number | null;
}

export const FIRST_PAGE: Start = { isFirst: true, lane: 0, rank: '-infinity', key: null, position: 0 };

/** Identifies the sort order; a scan whose sort order changes its meaning is a new scan. */
export type SortedBy = Sort['order']['by'] | 'rank';

export function sortedBy({ sort }: Pick<ListQuery, 'sort'>): SortedBy {
  return sort === null ? 'rank' : sort.order.by;
}

/** The options in the order in which a list sorted by them shows their items; empty for other orders. */
export function optionsOf(sort: Sort | null): readonly string[] {
  if (sort?.order.by !== 'option') return [];
  return sort.isDescending ? sort.order.keys.toReversed() : sort.order.keys;
}

/** Whether the page's rows are consecutive, and thus their positions. */
export function countsOn({ sort, isArchived, filters }: ListQuery): boolean {
  return sort === null && !isArchived && filters === null;
}

/** Whether the key is a field of the item, even if a column shows it. */
export function isByField({ column, order }: Sort): boolean {
  return column === null || order.by === 'createdAt' || order.by === 'updatedAt';
}

/** The lanes that the query reads. */
export function lanesOf({ lists, isArchived }: ListQuery): readonly RecordKey[] {
  return isArchived ? lists.map(archivedLane) : lists;
}
