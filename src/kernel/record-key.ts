declare const key: unique symbol;

/**
 * The key of a group, a column or an item in the index of values and in the counters of lists: a 64-bit integer as text, because
 * a number of JavaScript is exact to 53 bits only. Keys never leave the service (decision 0101).
 */
export type RecordKey = string & { readonly [key]: true };

/** Below all keys. */
export const NO_KEY = '0' as RecordKey;

/** The lane of the archived items of a list; the key of a list is the lane of its live items. */
export function archivedLane(list: RecordKey): RecordKey {
  return `-${list}` as RecordKey;
}
