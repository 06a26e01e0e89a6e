import type { Json } from '../../../../kernel/json';
import {
  type IndexEntry,
  InvalidValue,
  type LoadedReferences,
  type StoredValue,
} from '../../../../column-types/column-type';
import { columnTypes } from '../../../../column-types/types';
import { unknownOption } from '../../../columns';
import { recordsPart } from '../../archive-manifest';
import { ArchiveProblem } from '../../reading/archive-problem';
import type { ImportedPeople } from '../imported-people';
import type { ArchivedColumn } from '../places/archived-places';
import { acceptCell } from './archived-cell';

/** A row of the index of values. */
export interface ImportedEntry extends IndexEntry {
  itemId: string;
  columnId: string;
}

/** An item as the archive contains it. */
export interface ArchivedItem {
  id: string;
  boardId: string;
  values: Readonly<Record<string, Json>>;
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
 * The values of an item with the rows of its index, which are computed as for a value that a user sets. They are checked as those
 * of a call: the shape of their type, labels and options of the column, people of the organization.
 */
export function importedValues(item: ArchivedItem, { columns, people }: ValueSources): ImportedValues {
  const imported: ImportedValues = { values: { ...item.values }, hasChanged: false, entries: [] };
  const loaded: LoadedReferences = { memberName: (id) => people.nameOf(id), fileRecord: () => undefined };
  for (const [columnId, value] of Object.entries(item.values)) {
    const column = columns.get(columnId);
    // The values of a deleted column are removed a while after it.
    if (column === undefined) continue;
    try {
      const stored = cellOf(item, value, column, people);
      if (stored === null) delete imported.values[columnId];
      else imported.values[columnId] = stored;
      if (stored !== value) imported.hasChanged = true;
      if (stored === null) continue;
      for (const entry of columnTypes[column.type].indexEntries(stored, column.config, loaded))
        imported.entries.push({ ...entry, itemId: item.id, columnId });
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      throw new ArchiveProblem(
        `${recordsPart('items')} has ${item.id} with a value of another type: values.${columnId}: ${error.message}`,
      );
    }
  }
  return imported;
}

/** Null for an empty cell. Throws InvalidValue. */
function cellOf(
  { boardId }: ArchivedItem,
  value: Json,
  column: ArchivedColumn,
  people: ImportedPeople,
): StoredValue | null {
  if (column.boardId !== boardId) throw new InvalidValue('Is of a column of another board');
  const stored = acceptCell(column, value);
  if (stored === null) return null;
  const option = unknownOption(column, stored);
  if (option !== null) throw new InvalidValue('Is not a label or an option of the column');
  const named = columnTypes[column.type].references(stored);
  if (named?.noun === 'member' && !named.ids.every((id) => people.isKnown(id)))
    throw new InvalidValue('Names a user who never was a member');
  return stored;
}
