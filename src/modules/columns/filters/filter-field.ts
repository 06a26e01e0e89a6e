import type { FilterOperators } from './filter-operators';
import type { AddParameter } from './predicate';

/** What a condition can be about. */
export interface FilterField {
  /** Null for fields that every item has. */
  hasValue: ((add: AddParameter) => string) | null;
  operators: FilterOperators;
}
