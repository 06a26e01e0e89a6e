import { InvalidInput } from '../../kernel/app-error';
import { type ColumnConfig, type ColumnTypeName, type StoredValue, ValueRefused } from './column-type';
import { type CellContext, cellForms } from './types/cell-forms';
import { columnTypes } from './types';

/** What reading needs to know of a column. */
export interface ReadColumn {
  type: string;
  config: unknown;
}

/** The stored form of what a cell of a file says, null when that is nothing; or why it says nothing of the kind. */
export type CellReader = (text: string) => { stored: StoredValue | null } | { refusal: string };

/** Who reads, and when. */
export interface ReadingCaller {
  now: string;
  userId: string;
}

/** Throws InvalidInput at `path` for columns whose values are computed, or that no text can name. */
export function cellReader(
  column: ReadColumn,
  context: CellContext,
  caller: ReadingCaller,
  path: string,
): CellReader {
  const type = columnTypes[column.type as ColumnTypeName];
  const form = cellForms[type.name];
  if (form === null)
    throw InvalidInput.at(path, `Values of the type ${type.name} cannot be read from a file`);
  const config = column.config as ColumnConfig;
  const valueContext = { ...caller, previous: null };
  return (text) => {
    if (text.trim() === '') return { stored: null };
    try {
      const input = form(text, context, config);
      const isNothing = Array.isArray(input) && input.length === 0;
      return { stored: isNothing ? null : type.parseValue(input, config, valueContext) };
    } catch (refusal) {
      if (refusal instanceof ValueRefused) return { refusal: refusal.message };
      throw refusal;
    }
  };
}

/** Whether a file's cells can become values of columns of this type. */
export function isReadable(type: string): boolean {
  return cellForms[type as ColumnTypeName] !== null;
}

/** Whether cells name other rows of the file, which are known only when all rows are. */
export function namesItems(type: string): boolean {
  return columnTypes[type as ColumnTypeName].itemScope === 'sameBoard';
}

/** Whether cells name items of other boards. */
export function linksItems(type: string): boolean {
  return columnTypes[type as ColumnTypeName].itemScope === 'otherBoards';
}

/** The value that a new item gets where the file says nothing; null for none. */
export function valueLeftOut({
  type,
  config,
  defaultValue,
}: ReadColumn & { defaultValue: unknown }): StoredValue | null {
  const initial = () => columnTypes[type as ColumnTypeName].initialValue?.(config as ColumnConfig) ?? null;
  return (defaultValue as StoredValue | null) ?? initial();
}
