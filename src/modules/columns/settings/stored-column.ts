import { InvalidInput } from '../../../kernel/app-error';
import { type ColumnId, idPattern } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import {
  type ColumnConfig,
  type ColumnTypeName,
  InvalidValue,
  type StoredValue,
} from '../../../column-types/column-type';
import { storedFormulaSchema, storedLookupSchema } from '../../../column-types/configs/computed-configs';
import { columnTypes } from '../../../column-types/types';
import { formulaConfigOf, inputsOf, lookupConfigOf } from '../computed/computed-columns';
import { namedColumns } from '../computed/column-names';
import { UniqueWithDefault } from '../columns.errors';
import { isUnique } from '../values/unique-column';
import { acceptConfig } from './accept-config';
import { parseDefault } from './default-values.service';
import { acceptStoredValue } from './stored-value';

/** The settings of a column as another installation has stored them. */
export interface StoredColumnSettings {
  type: ColumnTypeName;
  config: unknown;
  defaultValue: unknown;
}

const LABEL_ID = idPattern('label');

/**
 * The settings that a column can have here, checked as those of a call: a config could name no color but a style, and a default
 * value could contain a script that every new item would get. Throws InvalidInput.
 */
export function acceptStoredColumn({ type, config: given, defaultValue }: StoredColumnSettings): {
  config: ColumnConfig;
  defaultValue: StoredValue | null;
} {
  const config = acceptStoredConfig(type, given);
  const { labelsOf, references, present, writable } = columnTypes[type];
  if (labelsOf?.(config).some(({ id }) => !LABEL_ID.test(id)) === true)
    throw InvalidInput.at('config.labels', 'A label has no id');
  if (defaultValue === null || defaultValue === undefined) return { config, defaultValue: null };
  if (!writable) throw InvalidInput.at('defaultValue', 'The column is computed');
  if (isUnique({ type, config })) throw new UniqueWithDefault();
  const wire = present(storedDefault({ type, config }, defaultValue), config);
  const accepted = wire === null ? null : parseDefault({ type, config }, wire, '');
  if (accepted !== null && references(accepted)?.noun === 'file')
    throw InvalidInput.at('defaultValue', 'Files cannot be a default value');
  return { config, defaultValue: accepted };
}

function storedDefault(column: { type: ColumnTypeName; config: ColumnConfig }, value: unknown): StoredValue {
  try {
    const stored = acceptStoredValue(column, value);
    if (stored !== null) return stored;
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw InvalidInput.at('defaultValue', error.message);
  }
  throw InvalidInput.at('defaultValue', 'Must not be an empty value');
}

function acceptStoredConfig(type: ColumnTypeName, given: unknown): ColumnConfig {
  const computedFrom = columnTypes[type].computedFrom;
  if (computedFrom === undefined) return acceptConfig(type, given, given as ColumnConfig, 'config');
  const schema = computedFrom === 'expression' ? storedFormulaSchema : storedLookupSchema;
  const read = schema.safeParse(given);
  if (!read.success) throw InvalidInput.at('config', read.error.issues[0]!.message);
  return read.data as Record<string, Json | undefined>;
}

/** A column that is computed from itself, across all boards; null if there is none. Its values would be computed forever. */
export function columnComputedFromItself(
  columns: ReadonlyMap<string, { type: ColumnTypeName; config: ColumnConfig }>,
): string | null {
  const settled = new Set<string>();
  for (const start of columns.keys()) {
    const path = new Set<string>();
    const waiting: { id: string; isLeaving: boolean }[] = [{ id: start, isLeaving: false }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { id, isLeaving } = next;
      if (isLeaving) {
        path.delete(id);
        settled.add(id);
        continue;
      }
      if (path.has(id)) return id;
      const column = columns.get(id);
      if (settled.has(id) || column === undefined) continue;
      path.add(id);
      waiting.push({ id, isLeaving: true });
      for (const input of inputsOf(column) satisfies ColumnId[])
        waiting.push({ id: input, isLeaving: false });
    }
  }
  return null;
}

/** A column of another installation, and its board. */
interface StoredColumn {
  type: ColumnTypeName;
  config: ColumnConfig;
  boardId: string;
}

/**
 * A column whose settings name a column that they cannot: formulas read columns of their board, and lookups follow a link of their
 * board. Null if there is none. Columns that do not exist were deleted.
 */
export function columnWithForeignInput(columns: ReadonlyMap<string, StoredColumn>): string | null {
  for (const [id, column] of columns) {
    const { linkColumnId } = lookupConfigOf(column) ?? {};
    const link = linkColumnId === undefined ? undefined : columns.get(linkColumnId);
    if (link !== undefined && columnTypes[link.type].itemScope === undefined) return id;
    const named = [
      link,
      ...namedColumns(formulaConfigOf(column)?.expression ?? '').map((each) => columns.get(each)),
    ];
    if (named.some((each) => each !== undefined && each.boardId !== column.boardId)) return id;
  }
  return null;
}
