import { createHash } from 'node:crypto';
import type { ColumnConfig, ColumnKind, IndexEntry, LoadedReferences, StoredValue } from '../column-type';

/** The row of `item_values` with the key that no other item of the board can have. */
export const UNIQUE_ORDINAL = -1;

/** A B-tree row has space for 2,704 bytes; this many characters need at most 900. */
const KEY_MAX_LENGTH = 300;

/**
 * A kind whose columns can be `unique` (decision 0137). Values with the same `keyOf` are the same; a value whose key is empty
 * conflicts with no other.
 */
export function uniqueKind<Stored extends StoredValue, Config extends ColumnConfig>(
  kind: ColumnKind<Stored, Config>,
  keyOf: (stored: Stored) => string,
) {
  const uniqueKey = (stored: Stored) => shortened(keyOf(stored));
  return {
    ...kind,
    uniqueKey,
    indexEntries(stored: Stored, config: Config, loaded: LoadedReferences): IndexEntry[] {
      const rows = kind.indexEntries(stored, config, loaded);
      const key = config['unique'] === true ? uniqueKey(stored) : null;
      if (key !== null) rows.push({ ordinal: UNIQUE_ORDINAL, numberKey: null, textKey: null, ref: key });
      return rows;
    },
  };
}

/** The first character distinguishes a digest from a text; neither can be the id of a record. */
function shortened(key: string): string | null {
  if (key === '') return null;
  return key.length <= KEY_MAX_LENGTH ? `=${key}` : `#${createHash('sha256').update(key).digest('hex')}`;
}
