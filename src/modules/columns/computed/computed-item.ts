import type { StoredValue } from '../../../column-types/column-type';

/** An item as computed columns read it. */
export interface ComputedItem {
  values: Readonly<Record<string, StoredValue>>;
  /** ISO 8601 with milliseconds. */
  createdAt: string;
  updatedAt: string;
}
