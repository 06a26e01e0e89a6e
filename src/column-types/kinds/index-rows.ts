import type { IndexEntry } from '../column-type';

/** The single row of a value with a numeric sort key. */
export function numberRows(numberKey: number): IndexEntry[] {
  return [{ ordinal: 0, numberKey, textKey: null, ref: null }];
}

/** The single row of a value with a text sort key. */
export function textRows(textKey: string): IndexEntry[] {
  return [{ ordinal: 0, numberKey: null, textKey, ref: null }];
}

/** One row per reference; the first one has the sort key. */
export function referenceRows(
  refs: readonly string[],
  key: { numberKey: number } | { textKey: string },
): IndexEntry[] {
  return refs.map((ref, ordinal) => ({
    ordinal,
    numberKey: ordinal === 0 && 'numberKey' in key ? key.numberKey : null,
    textKey: ordinal === 0 && 'textKey' in key ? key.textKey : null,
    ref,
  }));
}
