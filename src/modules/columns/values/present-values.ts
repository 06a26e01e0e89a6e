import { ID_PREFIXES } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import type { ColumnConfig, ColumnTypeName, StoredValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import { FAILURE_START } from '../../../column-types/values/failure';

/** The part of a column that presenting needs. */
export interface PresentedColumn {
  id: string;
  type: ColumnTypeName;
  config: ColumnConfig;
}

/** The wire form of one value; null for an empty cell. */
export function presentValue(column: PresentedColumn, stored: StoredValue | null): Json {
  return stored === null ? null : columnTypes[column.type].present(stored, column.config);
}

/** The item's own times, as they are sent. */
export interface ItemTimes {
  createdAt: string;
  updatedAt: string;
}

/** Turns the text of an item's `values` into the text of its wire form. */
export type ValuesPresenter = (valuesText: string, item: ItemTimes) => string;

/** Returns the wire's JSON for the stored value's JSON; null where the text passes through. */
type TextPresenter = ((storedText: string) => string) | null;

interface CompiledColumn {
  id: string;
  index: number;
  present: TextPresenter;
}

const KEY_START = `"${ID_PREFIXES.column}_`;
const KEY_END = '": ';
const ULID_LENGTH = 26;
const KEY_LENGTH = KEY_START.length + ULID_LENGTH + KEY_END.length;
const SEPARATOR = ', ';
const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;

/** Distinct stored texts that the cache of one column contains; labels have 200, sets of labels any number. */
const MAX_REMEMBERED = 2_000;
/** A first-level cache by the text's last characters, where ids differ: a hash costs four times this. */
const RECENT_SLOTS = 256;

interface Remembered {
  storedText: string;
  wireText: string;
}

/**
 * Compiles the presenter of a board's items. `valuesText` must be as PostgreSQL prints JSONB (`{"col_…": 1,
 * "col_…": "a"}`), its keys column ids. The text is passed through: a page of 50 items with 8 columns costs 80
 * µs, parsing and serializing it 270 µs. Only values whose stored form is not the wire form are replaced (labels
 * get name and color from `columns`, and become null when their label no longer exists), keys of unknown columns
 * are left out (a column deleted a moment ago), and columns that show the item's own times are added. Compile
 * again when a column or its config changes.
 */
export function compileValuesPresenter(
  columns: readonly PresentedColumn[],
  baseUrl = '',
  { isCompact = false } = {},
): ValuesPresenter {
  const compiled = new CompiledColumns(columns, baseUrl, isCompact);
  const times = columns.flatMap((column) => {
    const { by } = columnTypes[column.type].sortOrder(column.config);
    return by === 'createdAt' || by === 'updatedAt' ? [{ key: `"${column.id}": "`, by }] : [];
  });

  return (valuesText, item) => {
    let values = tradeValues(valuesText, compiled);
    for (const { key, by } of times) {
      values = `${values}${values === '' ? '' : SEPARATOR}${key}${item[by]}"`;
    }
    return `{${values}}`;
  };
}

/** Turns the text of one stored value into the text of its wire form; undefined for a column that no longer exists. */
export type CellPresenter = (columnId: string, storedText: string) => string | undefined;

/** As `compileValuesPresenter`, for single values. */
export function compileCellPresenter(columns: readonly PresentedColumn[], baseUrl = ''): CellPresenter {
  const compiled = new CompiledColumns(columns, baseUrl);
  return (columnId, storedText) => {
    const column = compiled.find(columnId, 0);
    return column?.present ? column.present(storedText) : column && storedText;
  };
}

/** The members of the wire object, without its braces. */
function tradeValues(text: string, columns: CompiledColumns): string {
  const end = text.length - 1;
  const cursor = new KeyCursor(text, columns);
  let traded = '';
  let passedTo = 1; // text before this is in `traded`
  let previousEnd = 1;
  cursor.advance();
  while (cursor.at !== -1) {
    const { at, column } = cursor;
    cursor.advance();
    const valueEnd = cursor.at === -1 ? end : cursor.at - SEPARATOR.length;
    if (column === undefined) {
      traded += text.slice(passedTo, previousEnd);
      passedTo = valueEnd;
    } else if (column.present !== null) {
      const value = at + KEY_LENGTH;
      traded += text.slice(passedTo, value) + column.present(text.slice(value, valueEnd));
      passedTo = valueEnd;
    }
    previousEnd = valueEnd;
  }
  traded += text.slice(passedTo, end);
  // The keys before the first remaining one were removed, but not their separator.
  return traded.startsWith(SEPARATOR) ? traded.slice(SEPARATOR.length) : traded;
}

/**
 * Iterates over the keys of a document. User input cannot be mistaken for a key: inside a JSON string every
 * quote is escaped, so `"col_<id>": ` without a backslash before its second quote is a key and never part of a
 * string. This is certain only for a known id. For any other id, the 26 characters must not contain a quote:
 * they could be the end of one string, a comma and the key of a file's size.
 *
 * indexOf costs 45 ns here in every form; startsWith and hashing a slice cost three to five times as much.
 */
class KeyCursor {
  /** Where the key opens, -1 after the last one. */
  at = 0;
  /** Undefined for the key of a column that no longer exists. */
  column: CompiledColumn | undefined;
  private expected = 0;

  constructor(
    private readonly text: string,
    private readonly columns: CompiledColumns,
  ) {}

  advance(): void {
    const { text } = this;
    let at = this.at;
    while ((at = text.indexOf(KEY_START, at + 1)) !== -1) {
      const closing = at + KEY_LENGTH - KEY_END.length;
      if (
        text.charCodeAt(closing) !== QUOTE ||
        text.charCodeAt(closing + 1) !== COLON ||
        text.charCodeAt(closing - 1) === BACKSLASH
      ) {
        continue;
      }
      this.column = this.columns.find(text.slice(at + 1, closing), this.expected);
      if (this.column !== undefined) {
        this.expected = this.column.index + 1;
        break;
      }
      if (text.indexOf('"', at + 1) === closing) break;
    }
    this.at = at;
  }
}

/** The columns in the key order of JSONB: by their ids, which all have the same length. */
class CompiledColumns {
  private readonly ordered: readonly CompiledColumn[];
  private readonly byId: ReadonlyMap<string, CompiledColumn>;

  constructor(columns: readonly PresentedColumn[], baseUrl: string, isCompact = false) {
    this.ordered = [...columns]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((column, index) => ({ id: column.id, index, present: compileColumn(column, baseUrl, isCompact) }));
    this.byId = new Map(this.ordered.map((column) => [column.id, column]));
  }

  /** Usually the expected column, which a comparison finds without a hash. */
  find(id: string, expected: number): CompiledColumn | undefined {
    const guess = this.ordered[expected];
    return guess !== undefined && guess.id === id ? guess : this.byId.get(id);
  }
}

const FILE_URL_KEY = '"url": "';
const FILE_PATH = '/api/files/';

/** Stored URLs of files are paths, because hosts can change. A quote in user input is escaped, so that no text is a key. */
function absoluteFileUrls(text: string, baseUrl: string): string {
  return text.replaceAll(`${FILE_URL_KEY}${FILE_PATH}`, `${FILE_URL_KEY}${baseUrl}${FILE_PATH}`);
}

/** Caches wire texts by stored texts: a board shows the same few labels repeatedly. */
function compileColumn(column: PresentedColumn, baseUrl: string, isCompact: boolean): TextPresenter {
  const { storedIsWire, computedFrom, cellLayout, kind } = columnTypes[column.type];
  const absolute = (text: string) => absoluteFileUrls(text, baseUrl);
  if (cellLayout === 'records') return absolute;
  // The stored form of labels is their ids.
  if (storedIsWire || (isCompact && kind === 'option')) return null;
  // Results are many and mostly in their wire form: neither parsed nor cached.
  if (computedFrom !== undefined) return (text) => (text.startsWith(FAILURE_START) ? 'null' : absolute(text));
  const remembered = new Map<string, Remembered>();
  const recent: (Remembered | undefined)[] = new Array(RECENT_SLOTS).fill(undefined);
  return (storedText) => {
    const { length } = storedText;
    const slot = (storedText.charCodeAt(length - 2) + 3 * storedText.charCodeAt(length - 3)) % RECENT_SLOTS;
    const latest = recent[slot];
    if (latest !== undefined && latest.storedText === storedText) return latest.wireText;
    let entry = remembered.get(storedText);
    if (entry === undefined) {
      const wire = presentValue(column, JSON.parse(storedText) as StoredValue | null);
      // A copy: a slice would keep the whole source document in memory.
      const key = Buffer.from(storedText).toString();
      entry = { storedText: key, wireText: JSON.stringify(wire) };
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(key, entry);
    }
    recent[slot] = entry;
    return entry.wireText;
  };
}
