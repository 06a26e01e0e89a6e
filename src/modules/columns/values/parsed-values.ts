import { AppError } from '../../../kernel/app-error';
import { InvalidValue, type LoadedReferences, type StoredValue } from '../../../column-types/column-type';
import type { ColumnFacts } from '../../hierarchy';
import { addEntries, noEntries } from '../../stored-values';
import { typeOf } from '../computed/computed-columns';
import type { PreparedValues } from './prepared-values';
import type { ReferencedValue } from './reference-check.service';
import { keyedConfig } from './unique-column';

/** A value of a column on its way into a cell. */
export interface ParsedValue {
  column: ColumnFacts;
  /** Null: the cell becomes empty. */
  stored: StoredValue | null;
  path: string;
  /** False for defaults and copies, whose references were checked when they were written. */
  isGiven: boolean;
}

/** The ids in the values, for ReferenceCheckService. */
export function referenced(values: readonly ParsedValue[]): ReferencedValue[] {
  return values.flatMap(({ column, stored, path, isGiven }) => {
    const type = typeOf(column);
    const references = stored === null ? null : type.references(stored);
    if (!references || references.ids.length === 0) return [];
    return [{ ...references, column, path, isGiven, itemScope: type.itemScope ?? null }];
  });
}

/** The values in the form of the write, with the facts of the records that they refer to. */
export function assemble(values: readonly ParsedValue[], loaded: LoadedReferences): PreparedValues {
  const prepared: PreparedValues = {
    set: {},
    cleared: [],
    touched: [],
    entries: noEntries(),
    needsSweep: false,
  };
  for (const { column, stored, path } of values) {
    prepared.touched.push(column.id);
    if (stored === null) {
      prepared.cleared.push(column.id);
      prepared.needsSweep = true;
      continue;
    }
    const type = typeOf(column);
    const config = keyedConfig(column);
    const complete = resolved(column, stored, loaded, path);
    prepared.set[column.id] = complete;
    // Whether an earlier value of this type can have had more rows than this one.
    if (type.references(complete) !== null || Array.isArray(complete) || config['unique'] === true)
      prepared.needsSweep = true;
    addEntries(prepared.entries, column.key, type.indexEntries(complete, config, loaded));
  }
  return prepared;
}

function resolved(
  column: ColumnFacts,
  stored: StoredValue,
  loaded: LoadedReferences,
  path: string,
): StoredValue {
  const type = typeOf(column);
  if (!type.resolve) return stored;
  try {
    return type.resolve(stored, loaded);
  } catch (rejection) {
    if (!(rejection instanceof InvalidValue)) throw rejection;
    // Without the id, so that the error for a hidden record is identical to that for a missing one.
    const message = `${column.name}: No such ${type.references(stored)?.noun ?? 'record'}`;
    throw new AppError('NOT_FOUND', message, { issues: [{ path, message }] });
  }
}
