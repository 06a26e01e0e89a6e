import type { BoardId } from '../kernel/ids';
import type { Json } from '../kernel/json';
import type { FormulaConfig, LookupConfig } from './configs/computed-configs';
import type { FormulaType, FormulaValue } from './formula';

/** The 29 column types of the specification ("Column types"). */
export const COLUMN_TYPE_NAMES = [
  'text',
  'long_text',
  'number',
  'currency',
  'percentage',
  'rating',
  'progress',
  'date',
  'date_range',
  'timeline',
  'time_tracking',
  'status',
  'label',
  'dropdown',
  'checkbox',
  'priority',
  'people',
  'link',
  'dependency',
  'formula',
  'lookup',
  'auto_number',
  'created_date',
  'last_updated',
  'file',
  'email',
  'phone',
  'url',
  'color',
] as const;
export type ColumnTypeName = (typeof COLUMN_TYPE_NAMES)[number];

/** A value as stored in `items.values`: plain JSON, never null (an empty cell has no key). */
export type StoredValue = Exclude<Json, null>;

/** A config as stored in `columns.config`: a JSON object. A key without a default is absent, never null. */
export type ColumnConfig = { [key: string]: Json | undefined };

/** Thrown by parseConfig, with the reason and the path inside `config`. */
export class InvalidConfig extends Error {
  constructor(
    readonly path: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** Thrown by parseValue; the message is shown to the user. */
export class InvalidValue extends Error {}

/** A column as formulas refer to it. */
export interface NamedColumn {
  id: string;
  name: string;
}

/** One complete label of a config. `isDone` is used only by status columns. */
export type Label = { id: string; name: string; color: string; isDone: boolean };

/** A label or option of a config that is being edited: a known one has an id, and keeps what is omitted. */
export type EditedLabel = { id?: string; name?: string; color?: string; isDone?: boolean };

/** The labels or options that each column of a type defines in its config. The id of an option is its text. */
export interface LabelList<Config = ColumnConfig> {
  /** Where the config lists them. */
  key: 'labels' | 'options';
  maxEntries: number;
  /** Whether an entry is more than a text: it has a color, and can mean that the work is done. */
  hasDetails: boolean;
  entries(config: Config): { id: string; name: string }[];
  /** The names by which the input of a value refers to entries, whether these exist or not. */
  namesIn(input: unknown): string[];
  /** An entry as parseConfig takes it. */
  written(entry: EditedLabel): Json;
}

/** What the validity of a value can depend on besides its column's config. */
export interface ValueContext<Stored extends StoredValue = StoredValue> {
  /** ISO 8601 with milliseconds. */
  now: string;
  userId: string;
  /** The cell before this change, null when empty; only read by types with `dependsOnPrevious`. */
  previous: Stored | null;
}

/** Creates ids for parts of a config that need them (labels). */
export interface ConfigContext<Config = ColumnConfig> {
  newLabelId(): string;
  /** The config before an update; keys that the input omits keep their values. Null at creation. */
  previous: Config | null;
}

export type ReferenceNoun = 'member' | 'item' | 'file';

/** Ids in a value that must exist and be visible; the service checks those of all values at once. */
export interface References {
  noun: ReferenceNoun;
  ids: string[];
}

/** A file as a cell stores and returns it (contract §6). */
export type FileRecord = { id: string; name: string; url: string; size: number; type: string };

/** The loaded references: members' names (for sorting) and files' records (stored with the value). */
export interface LoadedReferences {
  memberName(userId: string): string | undefined;
  fileRecord(fileId: string): FileRecord | undefined;
}

/** For values without references, and for callers that have loaded none. */
export const NOTHING_LOADED: LoadedReferences = {
  memberName: () => undefined,
  fileRecord: () => undefined,
};

/**
 * One row of `item_values`, the index of the stored values. Ordinal 0 has the sort key: exactly one of `numberKey` and
 * `textKey`. `ref` is used by reverse lookups and membership filters. Ordinal -1 has only a `ref`: the key of a value in a
 * unique column.
 */
export interface IndexEntry {
  ordinal: number;
  numberKey: number | null;
  textKey: string | null;
  ref: string | null;
}

/**
 * How items are sorted by a column: with a key in the index, in the order of the config's options, or by the item's own
 * time.
 */
export type SortOrder =
  | { by: 'number' }
  | { by: 'text' }
  /** `textKey` is one of these, in this order. */
  | { by: 'option'; keys: string[] }
  | { by: 'createdAt' }
  | { by: 'updatedAt' }
  /** Nothing is stored for this type: every item is empty. */
  | { by: 'nothing' };

export type KindName =
  'text' | 'number' | 'boolean' | 'instant' | 'range' | 'option' | 'reference' | 'result';

/** Storage and sort order of a kind of values; a type spreads its kind. */
export interface ColumnKind<Stored extends StoredValue = StoredValue, Config = ColumnConfig> {
  kind: KindName;
  /** The rows of `item_values` for one value; ordinals count from 0, and a value of a unique column has one of -1. */
  indexEntries(stored: Stored, config: Config, loaded: LoadedReferences): IndexEntry[];
  sortOrder(config: Config): SortOrder;
  /** The type of the column's values in formulas and lookups. */
  formulaType(config: Config): FormulaType;
  /** Whether midnight UTC means a day in every time zone; false if it is absent. */
  holdsDays?(config: Config): boolean;
  /** The value in formulas; if it is absent, formulas use the text. */
  formulaValue?(stored: Stored, config: Config, loaded: LoadedReferences): FormulaValue;
}

/** One column type: pure and synchronous, no database, no Nest. */
export interface ColumnType<
  Stored extends StoredValue = StoredValue,
  Config = ColumnConfig,
> extends ColumnKind<Stored, Config> {
  name: ColumnTypeName;
  /** False for computed types: a value in an input is rejected. */
  writable: boolean;
  /** What the values of a computed column are computed from, if from other values. */
  computedFrom?: 'expression' | 'linkedItems';
  /** The config of a column that is computed from an expression. Only types with `computedFrom: 'expression'`. */
  formulaConfig?(config: Config): FormulaConfig;
  /** The config of a column that is computed from linked items. Only types with `computedFrom: 'linkedItems'`. */
  lookupConfig?(config: Config): LookupConfig;
  /** True if parseValue reads `previous`; such a write first locks and reads the item. */
  dependsOnPrevious?: boolean;
  /** True when the stored JSON is the wire's JSON, so that lists pass its text through. */
  storedIsWire: boolean;
  /** Validates a config (absent and null mean defaults) and returns its full form. Throws InvalidConfig. */
  parseConfig(input: unknown, context: ConfigContext<Config>): Config;
  /** The config on the wire, if it differs from the stored one; `columns` are those of its board. */
  presentConfig?(config: Config, columns: readonly NamedColumn[]): ColumnConfig;
  /** Validates a value that is not null. Returns null if it means an empty cell. Throws InvalidValue. */
  parseValue(input: unknown, config: Config, context: ValueContext<Stored>): Stored | null;
  /**
   * Validates a value that another installation has stored, and returns its stored form here. Accepts what an earlier config can
   * have allowed: a rating above a lowered maximum, a label that was removed since. Throws InvalidValue. Only types whose
   * stored form is no input, or whose config limits values; parseValue validates the others.
   */
  parseStored?(stored: unknown): Stored;
  /**
   * Completes a parsed value with its loaded references, before it is indexed and written. Only for types whose cells
   * store more than ids (files). Throws InvalidValue for an id that was not loaded.
   */
  resolve?(parsed: Stored, loaded: LoadedReferences): Stored;
  /** The wire form; null if nothing of the value can be shown (a label that no longer exists). */
  present(stored: Stored, config: Config): Json;
  /**
   * Plain text, for templates, search and export. Users are shown with their names if those are loaded, else with their
   * ids.
   */
  toText(stored: Stored, config: Config, loaded?: LoadedReferences): string;
  equals(a: Stored, b: Stored): boolean;
  /**
   * The same for values that a unique column does not accept twice; null for a value that many items can have. Only types
   * whose columns can be unique.
   */
  uniqueKey?(stored: Stored): string | null;
  /** Null if the value contains no ids to check. */
  references(stored: Stored): References | null;
  /**
   * Where the items of a value must be: on the same board, without cycles, or on other boards. Only types whose
   * references are items.
   */
  itemScope?: 'sameBoard' | 'otherBoards';
  /**
   * The boards whose items a value can reference; an empty list means every other board. Only types with `itemScope:
   * 'otherBoards'`.
   */
  linkedBoardIds?(config: Config): readonly BoardId[];
  /** Whether the value means that the work is done; absent for types without this meaning. */
  isDone?(stored: Stored, config: Config): boolean;
  /**
   * The layout of the stored JSON, if it is neither a JSON scalar nor a list of ids: a list of options, rich text,
   * tracked time, or a list of records.
   */
  cellLayout?: 'list' | 'markup' | 'track' | 'records';
  /** Whether the user has a running timer in the cell; only for types with timers. */
  timerRunsFor?(stored: Stored, userId: string): boolean;
  /** The part of the cell that a copy gets, if not all of it. */
  copied?(stored: Stored): Stored;
  /** The number of a board's first item. Only for types that assign the next number to each new item. */
  firstNumber?(config: Config): number;
  /** The value of a new item if neither the input nor the column's defaultValue has one. */
  initialValue?(config: Config): Stored | null;
  /** Only types whose columns define their own labels or options. */
  labelList?: LabelList<Config>;
  /** The labels that a config defines, in order. Only types whose values are ids of labels. */
  labelsOf?(config: Config): readonly Label[];
  /** Ids of labels that the update removes; no value may have them. Only for types with labels. */
  removedLabelIds?(before: Config, after: Config): string[];
  /** The config with these labels of another config after its own. Only for types with labels. */
  withLabels?(config: Config, from: Config, labelIds: readonly string[]): Config;
  /** The config without these labels. Only for types with labels. */
  withoutLabels?(config: Config, labelIds: readonly string[]): Config;
  /** The value with one label replaced; null if nothing remains. Only for types with labels. */
  replaceLabel?(stored: Stored, from: string, to: string): Stored | null;
}
