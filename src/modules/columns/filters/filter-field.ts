import type { FilterOperators } from './operators/filter-operators';
import type { AddParameter } from './predicate';

/** The subject of a condition. */
export interface FilterField {
  /** Null for fields that every item has. */
  hasValue: ((add: AddParameter) => string) | null;
  operators: FilterOperators;
}
