import { hasMoreCharacters } from '../../../kernel/character-count';
import type { FileId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import {
  type IndexEntry,
  InvalidValue,
  type LoadedReferences,
  type StoredValue,
} from '../../../column-types/column-type';
import { LONG_TEXT_MAX_LENGTH } from '../../../column-types/types/text/long-text';
import { columnTypes } from '../../../column-types/types';
import { sanitizeRichText } from '../../../column-types/values/sanitize-rich-text';
import { filePath } from '../../files';
import { ArchiveProblem } from '../reading/archive-problem';
import type { ImportedPeople } from './imported-people';
import type { ArchivedColumn } from './record-checks';

/** A row of the index of values. */
export interface ImportedEntry extends IndexEntry {
  itemId: string;
  columnId: string;
}

export interface ImportedValues {
  values: Record<string, Json>;
  hasChanged: boolean;
  entries: ImportedEntry[];
}

/** What the values of an item depend on. */
export interface ValueSources {
  columns: ReadonlyMap<string, ArchivedColumn>;
  people: ImportedPeople;
}

/**
 * The values of an item with the rows of its index, which are computed as for a value that a user sets. Nothing that a
 * browser would execute is taken from an archive: markup is sanitized again, links and addresses of files are checked.
 */
export function importedValues(
  itemId: string,
  values: Readonly<Record<string, Json>>,
  { columns, people }: ValueSources,
): ImportedValues {
  const imported: ImportedValues = { values: { ...values }, hasChanged: false, entries: [] };
  const loaded: LoadedReferences = { memberName: (id) => people.nameOf(id), fileRecord: () => undefined };
  for (const [columnId, value] of Object.entries(values)) {
    const column = columns.get(columnId);
    // The values of a deleted column are removed a while after it.
    if (column === undefined || value === null) continue;
    const stored = safeValue(value, column);
    if (stored === null)
      throw new ArchiveProblem(`The item ${itemId} has a value of another type in ${columnId}`);
    if (stored !== value) {
      imported.values[columnId] = stored;
      imported.hasChanged = true;
    }
    for (const entry of entriesOf(stored, column, loaded))
      imported.entries.push({ ...entry, itemId, columnId });
  }
  return imported;
}

/** Null for a value that cannot be one of the column. */
function safeValue(value: StoredValue, { type, config }: ArchivedColumn): StoredValue | null {
  const { cellLayout, kind, storedIsWire, parseValue } = columnTypes[type];
  if (cellLayout === 'markup') {
    if (typeof value !== 'string' || hasMoreCharacters(value, LONG_TEXT_MAX_LENGTH)) return null;
    return sanitizeRichText(value);
  }
  if (cellLayout === 'records') {
    if (!Array.isArray(value)) return null;
    const files = value as unknown as { id: FileId; url: string }[];
    return files.every(({ id, url }) => url === filePath(id)) ? value : null;
  }
  if (kind !== 'text' || storedIsWire !== true || parseValue === undefined) return value;
  try {
    return parseValue(value, config, { now: '', userId: '', previous: null });
  } catch (error) {
    if (error instanceof InvalidValue) return null;
    throw error;
  }
}

/** A value of another shape than that of its type has no row, as a formula that fails. */
function entriesOf(
  stored: StoredValue,
  { type, config }: ArchivedColumn,
  loaded: LoadedReferences,
): IndexEntry[] {
  try {
    return columnTypes[type].indexEntries(stored, config, loaded);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ArchiveProblem(`A value is not one of the type ${type}`);
  }
}
