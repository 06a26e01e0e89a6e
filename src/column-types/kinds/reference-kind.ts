import type { ColumnKind, StoredValue } from '../column-type';
import { referenceRows } from './index-rows';
import { naturalKey } from './natural-key';

/** People: sorts by the first one's name, which the index copies; renaming a member indexes again. */
export const namedReferenceKind: ColumnKind<string[]> = {
  kind: 'reference',
  indexEntries: (stored, _config, loaded) =>
    referenceRows(stored, { textKey: naturalKey(loaded.memberName(stored[0] ?? '') ?? '') }),
  sortOrder: () => ({ by: 'text' }),
  formulaType: () => 'list',
  formulaValue: (stored, _config, loaded) => stored.map((id) => loaded.memberName(id) ?? id),
};

/** Items and files: sorts by how many there are. */
export function countedReferenceKind<Stored extends StoredValue>(
  idsOf: (stored: Stored) => readonly string[],
): ColumnKind<Stored> {
  return {
    kind: 'reference',
    indexEntries: (stored) => {
      const ids = idsOf(stored);
      return referenceRows(ids, { numberKey: ids.length });
    },
    sortOrder: () => ({ by: 'number' }),
    formulaType: () => 'list',
    formulaValue: idsOf,
  };
}
