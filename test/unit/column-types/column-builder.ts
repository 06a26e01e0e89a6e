import { newId } from '../../../src/kernel/ids';
import {
  type ColumnConfig,
  type ColumnTypeName,
  InvalidConfig,
  type ConfigContext,
  type FileRecord,
  type LoadedReferences,
  type StoredValue,
  type ValueContext,
  InvalidValue,
} from '../../../src/column-types/column-type';
import { columnTypes } from '../../../src/column-types/types';

export const NOW = '2026-03-01T12:00:00.000Z';
export const USER = 'usr_01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** A config context that hands out real label ids. */
export function configContext(previous: ColumnConfig | null = null): ConfigContext {
  return { newLabelId: () => newId('label'), previous };
}

export function valueContext(overrides: Partial<ValueContext> = {}): ValueContext {
  return { now: NOW, userId: USER, previous: null, ...overrides };
}

export function fileRecord(id: string): FileRecord {
  return { id, name: `${id}.png`, url: `/api/files/${id}`, size: 12, type: 'image/png' };
}

/** Every reference exists; people are called after their id. */
export const ALL_LOADED: LoadedReferences = {
  memberName: (id) => `Name of ${id}`,
  fileRecord,
};

/** One column with its config parsed, and short ways to ask its type. */
export function aColumn(name: ColumnTypeName, config?: unknown) {
  const type = columnTypes[name];
  const parsed = type.parseConfig(config, configContext());
  return {
    type,
    config: parsed,
    parse: (input: unknown, context: Partial<ValueContext> = {}) =>
      type.parseValue(input, parsed, valueContext(context)),
    present: (stored: StoredValue) => type.present(stored, parsed),
    text: (stored: StoredValue) => type.toText(stored, parsed),
    index: (stored: StoredValue) => type.indexEntries(stored, parsed, ALL_LOADED),
    refusal: (input: unknown, context: Partial<ValueContext> = {}) =>
      refusal(() => type.parseValue(input, parsed, valueContext(context))),
    update: (input: unknown) => type.parseConfig(input, configContext(parsed)),
  };
}

/** The message of the InvalidValue that the call throws; any other failure is thrown on. */
export function refusal(call: () => unknown): string | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (error instanceof InvalidValue) return error.message;
    throw error;
  }
}

/** The path of the InvalidConfig that the type throws for this config; undefined when it is accepted. */
export function refusedPath(
  name: ColumnTypeName,
  config: unknown,
  previous: ColumnConfig | null = null,
): string | undefined {
  try {
    columnTypes[name].parseConfig(config, configContext(previous));
    return undefined;
  } catch (error) {
    if (error instanceof InvalidConfig) return error.path;
    throw error;
  }
}
