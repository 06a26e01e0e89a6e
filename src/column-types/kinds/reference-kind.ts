import type { ColumnKind, StoredValue } from '../column-type';
import { referenceRows } from './index-rows';
import { naturalKey } from './natural-key';

/** People: sorts by the name of the first one, which the index contains; renaming a member updates the index. */
export const namedReferenceKind: ColumnKind<string[]> = {
  kind: 'reference',
  indexEntries: (stored, _config, loaded) =>
    referenceRows(stored, { textKey: naturalKey(loaded.memberName(stored[0] ?? '') ?? '') }),
  sortOrder: () => ({ by: 'text' }),
  formulaType: () => 'list',
  formulaValue: (stored, _config, loaded) => stored.map((id) => loaded.memberName(id) ?? id),
};

/** Items and files: sorts by their number. */
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
