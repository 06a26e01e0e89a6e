import { InvalidInput } from '../../../kernel/app-error';
import type { BoardId } from '../../../kernel/ids';
import type { ColumnFacts } from '../../hierarchy';
import {
  type ColumnTypeName,
  type StoredValue,
  InvalidValue,
  NOTHING_LOADED,
} from '../../../column-types/column-type';
import {
  asWritten,
  type CellContext,
  cellForms,
  type UnresolvedReference,
} from '../../../column-types/cells/cell-layouts';
import { columnTypes } from '../../../column-types/types';

/** The part of a column that reading needs. */
export type ReadColumn = Pick<ColumnFacts, 'type' | 'config'>;

/** A cell of a file: its input for the column and its stored form, null if the cell is empty; or why it is invalid. */
export type CellReader = (text: string) => ReadCell | { rejection: string };

export interface ReadCell {
  input: unknown;
  stored: StoredValue | null;
  /** What the cell names and `reportsUnresolved` leaves out. */
  unresolved: readonly UnresolvedReference[];
}

const NOTHING: ReadCell = { input: null, stored: null, unresolved: [] };

/** The reader and the time. */
export interface ReadingCaller {
  now: string;
  userId: string;
}

/**
 * Throws InvalidInput at `path` for columns whose values are computed, or that cannot be read from text.
 * `reportsUnresolved`: whether a cell is valid without the people and items that it names and that are not found.
 */
export function cellReader(
  column: ReadColumn,
  context: CellContext,
  caller: ReadingCaller,
  { path, reportsUnresolved }: { path: string; reportsUnresolved: boolean },
): CellReader {
  const type = columnTypes[column.type];
  const form = cellForms[type.name];
  if (form === null)
    throw InvalidInput.at(path, `Values of the type ${type.name} cannot be read from a file`);
  const { config } = column;
  const labels = type.labelsOf?.(config) ?? [];
  const valueContext = { ...caller, previous: null };
  const loaded = { ...NOTHING_LOADED, fileRecord: context.fileOf };
  // Spaces alone are a value only of a text.
  const isEmpty = (text: string) => text === '' || (form !== asWritten && text.trim() === '');
  return (text) => {
    if (isEmpty(text)) return NOTHING;
    const unresolved: UnresolvedReference[] = [];
    const leaveOut = (reference: UnresolvedReference) => unresolved.push(reference);
    try {
      const input = form(text, reportsUnresolved ? { ...context, leaveOut } : context, labels);
      const isNothing = Array.isArray(input) && input.length === 0;
      if (isNothing) return { ...NOTHING, unresolved };
      const stored = type.parseValue(input, config, valueContext);
      return {
        input,
        stored: stored === null ? null : (type.resolve?.(stored, loaded) ?? stored),
        unresolved,
      };
    } catch (rejection) {
      if (rejection instanceof InvalidValue) return { rejection: rejection.message };
      throw rejection;
    }
  };
}

/** Whether a file's cells can become values of columns of this type. */
export function isReadable(type: ColumnTypeName): boolean {
  return cellForms[type] !== null;
}

/** Whether cells name other rows of the file, which are known only after all rows are read. */
export function namesItems(type: ColumnTypeName): boolean {
  return columnTypes[type].itemScope === 'sameBoard';
}

/** Whether cells name items, of the same board or of others. */
export function refersToItems(type: ColumnTypeName): boolean {
  return columnTypes[type].itemScope !== undefined;
}

/** The boards whose items cells may name, none for every other board; null for columns that do not link to items. */
export function linkedBoardIds({ type, config }: ReadColumn): readonly BoardId[] | null {
  return columnTypes[type].linkedBoardIds?.(config) ?? null;
}

/** The value of a new item if the file has none; null for none. */
export function valueLeftOut({
  type,
  config,
  defaultValue,
}: ReadColumn & Pick<ColumnFacts, 'defaultValue'>): StoredValue | null {
  const initial = () => columnTypes[type].initialValue?.(config) ?? null;
  return defaultValue ?? initial();
}
