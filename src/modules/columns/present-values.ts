import { ID_PREFIXES } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import type { ColumnConfig, ColumnTypeName, StoredValue } from './column-type';
import { columnTypes } from './types';

/** What presenting needs of a column. */
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

/** Answers the wire's JSON for the stored value's JSON; null where the text passes through. */
type TextPresenter = ((storedText: string) => string) | null;

interface CompiledColumn {
  id: string;
  index: number;
  present: TextPresenter;
}

const KEY_START = `"${ID_PREFIXES.column}_`;
const KEY_END = '": ';
const ID_LENGTH = ID_PREFIXES.column.length + 1 + 26;
const SEPARATOR = ', ';
const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;

/** Distinct stored texts that one column remembers; labels have 200, sets of labels can have any number. */
const MAX_REMEMBERED = 2_000;
/** In front of that, by the last characters of the text (where ids differ): hashing a fresh slice costs four times this. */
const RECENT_SLOTS = 256;

interface Remembered {
  storedText: string;
  wireText: string;
}

/**
 * Compiles the presenter of a board's items. `valuesText` must be as PostgreSQL prints JSONB (`{"col_…": 1, "col_…":
 * "a"}`), its keys column ids. The text passes through: a page of 50 items with 8 columns costs 75 µs, parsing and
 * serializing it 270 µs. Only values whose stored form is not the wire form are traded (labels take name and
 * colour from `columns`, and become null when their label is gone), keys that no column has are left out (a column
 * deleted a moment ago), and columns that show the item's own times are added. Compile again when a column or its
 * config changes.
 */
export function compileValuesPresenter(columns: readonly PresentedColumn[]): ValuesPresenter {
  const compiled = new CompiledColumns(columns);
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

/** The members of the wire's object, without its braces. */
function tradeValues(text: string, columns: CompiledColumns): string {
  const end = text.length - 1;
  let traded = '';
  let passedTo = 1; // text before this is in `traded`
  let previousEnd = 1;
  let expected = 0;
  for (let key = nextKey(text, 1); key !== -1;) {
    const following = nextKey(text, key + ID_LENGTH + 2);
    const valueEnd = following === -1 ? end : following - SEPARATOR.length;
    const column = columns.at(text, key + 1, expected);
    if (column === undefined) {
      traded += text.slice(passedTo, previousEnd);
      passedTo = valueEnd;
    } else {
      expected = column.index + 1;
      if (column.present !== null) {
        const value = key + 1 + ID_LENGTH + KEY_END.length;
        traded += text.slice(passedTo, value) + column.present(text.slice(value, valueEnd));
        passedTo = valueEnd;
      }
    }
    previousEnd = valueEnd;
    key = following;
  }
  traded += text.slice(passedTo, end);
  // The keys before the first one that stayed are gone, their separator is not.
  return traded.startsWith(SEPARATOR) ? traded.slice(SEPARATOR.length) : traded;
}

/**
 * Where the next key of the document opens, -1 after the last. A text that somebody typed cannot pass for a key: in a
 * JSON string every quote is escaped, so a string that holds `"col_…": ` has a backslash before its closing quote,
 * and one that opens with `col_…` is not followed by a colon. No stored form has keys of this shape inside.
 */
function nextKey(text: string, from: number): number {
  let at = text.indexOf(KEY_START, from);
  while (at !== -1) {
    const closing = at + 1 + ID_LENGTH;
    if (
      text.charCodeAt(closing) === QUOTE &&
      text.charCodeAt(closing + 1) === COLON &&
      text.charCodeAt(closing - 1) !== BACKSLASH
    ) {
      return at;
    }
    at = text.indexOf(KEY_START, at + 1);
  }
  return -1;
}

/** The columns in the order in which JSONB keeps its keys: that of their ids, which have one length. */
class CompiledColumns {
  private readonly ordered: readonly CompiledColumn[];
  private readonly byId: ReadonlyMap<string, CompiledColumn>;

  constructor(columns: readonly PresentedColumn[]) {
    this.ordered = columns
      .map((column) => ({ id: column.id, index: 0, present: compileColumn(column) }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    this.ordered.forEach((column, index) => (column.index = index));
    this.byId = new Map(this.ordered.map((column) => [column.id, column]));
  }

  /** The column whose id stands in the text: mostly the expected one, which a comparison finds without a hash. */
  at(text: string, start: number, expected: number): CompiledColumn | undefined {
    const guess = this.ordered[expected];
    if (guess !== undefined && guess.id === text.slice(start, start + ID_LENGTH)) return guess;
    return this.byId.get(text.slice(start, start + ID_LENGTH));
  }
}

/** Remembers wire texts by stored texts: a board shows the same few labels over and over. */
function compileColumn(column: PresentedColumn): TextPresenter {
  if (columnTypes[column.type].storedIsWire) return null;
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
      entry = { storedText, wireText: JSON.stringify(wire) };
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(storedText, entry);
    }
    recent[slot] = entry;
    return entry.wireText;
  };
}
