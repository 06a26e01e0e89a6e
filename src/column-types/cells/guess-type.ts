import { dateOrderOf, readDate } from './date-text';
import { isFlagWord } from './boolean-text';
import { fileEntries } from './file-text';
import { splitList } from './list-text';
import { namedEntries } from './named-entries';
import { decimalMarkOf } from './number-text';
import { type CellFormat, DEFAULT_CELL_FORMAT } from './cell-format';
import { type ColumnTypeName, InvalidValue } from '../column-type';
import { LABEL_NAME_MAX_LENGTH } from '../configs/labels';
import { email } from '../types/text/email';
import { phone } from '../types/text/phone';
import { parseInstant } from '../values/parse-instant';
import { PRIORITIES } from '../types/choice/priority';
import { url } from '../types/text/url';

/** A column of a file: its header and statistics of its cells. */
export interface FileColumn {
  header: string;
  /** The distinct texts of its cells, trimmed, without empty ones. */
  texts: ReadonlySet<string>;
  /** The number of nonempty cells. */
  filled: number;
}

export interface GuessContext {
  isMember(text: string): boolean;
  /** Whether the caller can see the file. */
  isFile(id: string): boolean;
  /** The number of references in a cell, and how many of them match a row of the file. */
  resolved(text: string): { references: number; found: number };
}

export interface GuessedType {
  type: ColumnTypeName;
  config: object;
}

/** A choice column has at most this many words. */
const MAX_WORDS = 60;
/** The average number of cells with the same word in a choice column, unless the header names one. */
const MIN_USE = 2;
const LONG_TEXT_FROM = 250;
/**
 * The share of references that must match a row, so that matches are not accidental. The others refer to items outside
 * of the file.
 */
const MIN_RESOLVED = 0.25;

const STATUS_HEADER = /\b(status|state|stage|phase|progress)\b/i;
const REFERENCE_HEADER =
  /\b(depend\w*|predecessors?|blocked|blockers?|requires?|replaces?|supersedes?|after)\b/i;
const DONE_WORD = /^(done|closed|complete|completed|finished|resolved|implemented|shipped|released)$/i;

/**
 * The column type for a column of a file. Every text must be valid for it, so that a guess never makes a row invalid.
 */
export function guessType(column: FileColumn, context: GuessContext): GuessedType {
  const { texts } = column;
  const every = (fits: (text: string) => boolean) => texts.size > 0 && all(texts, fits);
  const plain = (type: ColumnTypeName): GuessedType => ({ type, config: {} });

  if (every(isFlagWord)) return plain('checkbox');
  if (every((text) => text.endsWith('%')) && isNumeric(map(texts, (text) => text.slice(0, -1).trim()))) {
    return plain('percentage');
  }
  const header = column.header.replaceAll('_', ' ');
  if (REFERENCE_HEADER.test(header) && leadsToRows(texts, context)) return plain('dependency');
  // Before numbers, which would lose the plus sign.
  if (every((text) => text.startsWith('+') && isValue(phone, text))) return plain('phone');
  if (texts.size > 0 && isNumeric(texts)) return plain('number');
  const format = formatOf(texts);
  if (every((text) => accepts(() => parseInstant(readDate(text, format))))) return plain('date');
  if (every((text) => text.includes('@') && isValue(email, text))) return plain('email');
  const isFile = ({ id }: { id: string | null }) => id !== null && context.isFile(id);
  if (every((text) => text.includes('file_') && fileEntries(text).every(isFile))) return plain('file');
  if (every((text) => text.includes(':') && isValue(url, text))) return plain('url');
  if (every((text) => PRIORITIES.some(({ label }) => label.toLowerCase() === text.toLowerCase()))) {
    return plain('priority');
  }
  const isMember = (entry: string) => context.isMember(entry);
  if (every((text) => namedEntries(text, isMember).every(isMember))) return plain('people');
  return choice(column, header) ?? plain(isLong(texts) ? 'long_text' : 'text');
}

/** The formats of a column's cells, as far as they can be detected. */
export function formatOf(texts: ReadonlySet<string>): CellFormat {
  return {
    decimalMark:
      decimalMarkOf(map(texts, (text) => text.replace('%', '').trim())) ?? DEFAULT_CELL_FORMAT.decimalMark,
    dateOrder: dateOrderOf(texts) ?? DEFAULT_CELL_FORMAT.dateOrder,
  };
}

/** A choice column for few distinct words, with one or several per cell. */
function choice(column: FileColumn, header: string): GuessedType | null {
  const { texts, filled } = column;
  const isNamedSo = STATUS_HEADER.test(header);
  const isChoice = (words: ReadonlySet<string>, uses: number) =>
    words.size > 0 &&
    words.size <= MAX_WORDS &&
    (isNamedSo || uses >= words.size * MIN_USE) &&
    all(words, (word) => word.length <= LABEL_NAME_MAX_LENGTH && !word.includes('\n'));
  const isListed = !all(texts, (text) => !text.includes(';'));
  // A comma inside a word of a choice does not separate a list: "Berlin, Germany" is one place.
  if (!isListed && isChoice(texts, filled)) {
    if (isNamedSo) return { type: 'status', config: configOf('status', column) };
    const hasComma = !all(texts, (text) => !text.includes(','));
    const type = hasComma ? 'dropdown' : 'label';
    return { type, config: configOf(type, column) };
  }
  const entries = new Set<string>();
  for (const text of texts) {
    for (const entry of splitList(text)) entries.add(entry);
    if (entries.size > MAX_WORDS) return null;
  }
  if (!isListed || !isChoice(entries, filled)) return null;
  return { type: 'label', config: configOf('label', column) };
}

/** The config of a choice column with the words of its cells as options. */
export function configOf(type: ColumnTypeName, { texts }: FileColumn): object {
  if (type === 'status') return { labels: labelsFor(texts) };
  if (type === 'dropdown') return { options: [...texts] };
  if (type !== 'label') return {};
  const entries = new Set([...texts].flatMap(splitList));
  return { labels: labelsFor(entries).map(({ name }) => ({ name })) };
}

/** Words that differ only in case are one label. */
function labelsFor(words: ReadonlySet<string>): { name: string; isDone?: boolean }[] {
  const names = new Map<string, string>();
  for (const word of words) if (!names.has(word.toLowerCase())) names.set(word.toLowerCase(), word);
  return [...names.values()].map((name) => (DONE_WORD.test(name) ? { name, isDone: true } : { name }));
}

function leadsToRows(texts: ReadonlySet<string>, { resolved }: GuessContext): boolean {
  let references = 0;
  let found = 0;
  for (const text of texts) {
    const cell = resolved(text);
    references += cell.references;
    found += cell.found;
  }
  return found > 0 && found >= references * MIN_RESOLVED;
}

function isNumeric(texts: Iterable<string>): boolean {
  return decimalMarkOf(texts) !== undefined;
}

function isLong(texts: ReadonlySet<string>): boolean {
  return !all(texts, (text) => text.length < LONG_TEXT_FROM && !text.includes('\n'));
}

function isValue(type: typeof email, text: string): boolean {
  return accepts(() => type.parseValue(text, {}, { now: '', userId: '', previous: null }));
}

function accepts(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (rejection) {
    if (rejection instanceof InvalidValue) return false;
    throw rejection;
  }
}

function all(texts: Iterable<string>, fits: (text: string) => boolean): boolean {
  for (const text of texts) if (!fits(text)) return false;
  return true;
}

function* map(texts: Iterable<string>, change: (text: string) => string): Generator<string> {
  for (const text of texts) yield change(text);
}
