import { configOf, isWord, labelsFor } from './choice-config';
import { dateOrderOf, isAmbiguousDate, isDateSerial } from './date-text';
import { isDateCell, isValue } from './fits-type';
import { isFlagWord } from './boolean-text';
import { fileEntries } from './file-text';
import { splitList } from './list-text';
import { namedEntries } from './named-entries';
import { DecimalMarks } from './number-text';
import { type CellFormat, DATE_ORDERS, DEFAULT_CELL_FORMAT } from './cell-format';
import type { ColumnTypeName } from '../column-type';
import { email } from '../types/text/email';
import { phone } from '../types/text/phone';
import { PRIORITIES } from '../types/choice/priority';
import { url } from '../types/text/url';

/** A column of a file: its header and statistics of its cells. */
export interface FileColumn {
  header: string;
  /** The distinct texts of its cells, trimmed, without empty ones. */
  texts: ReadonlySet<string>;
  /** The number of nonempty cells. */
  filled: number;
  /** For a column with too many texts to keep: what all of them show. `texts` are then some of them. */
  guess?: TypeGuess;
  /** The colors that a workbook fills the cells of some texts with. */
  colors?: ReadonlyMap<string, string>;
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

/** The column type for a column of a file. */
export function guessType(column: FileColumn, context: GuessContext): GuessedType {
  const { header, texts, filled } = column;
  if (column.guess !== undefined) return column.guess.type(filled);
  const guess = new TypeGuess(header);
  guess.add(texts, context);
  return guess.type(filled);
}

/** The type for texts that are to be kept as they are. */
export function textType(texts: ReadonlySet<string>): GuessedType {
  const isLong = [...texts].some((text) => text.includes('\n'));
  return { type: isLong ? 'long_text' : 'text', config: {} };
}

/** The formats of a column's cells, as far as they can be detected. */
export function formatOf({ texts, guess }: Pick<FileColumn, 'texts' | 'guess'>): CellFormat {
  if (guess !== undefined) return guess.format;
  const format = new FormatGuess();
  for (const text of texts) format.add(text);
  return format.format;
}

/** What the dates of a column show about the order of day and month: null if it has no date that depends on it. */
export function dateEvidenceOf({ texts, guess }: Pick<FileColumn, 'texts' | 'guess'>): DateEvidence | null {
  if (guess !== undefined) return guess.dateEvidence;
  const format = new FormatGuess();
  for (const text of texts) format.add(text);
  return format.dateEvidence;
}

export type DateEvidence = { order: CellFormat['dateOrder'] } | { ambiguous: string };

/** Types that are recognized before references to other rows. */
const BEFORE_REFERENCES: ReadonlySet<ColumnTypeName> = new Set(['checkbox', 'percentage']);

/** Whether a column could have been guessed to refer to other rows, if these had been known. */
export function canReferToRows({ header, filled }: FileColumn, guessed: ColumnTypeName): boolean {
  return filled > 0 && isReferenceHeader(header) && !BEFORE_REFERENCES.has(guessed);
}

function isReferenceHeader(header: string): boolean {
  return REFERENCE_HEADER.test(header.replaceAll('_', ' '));
}

interface Candidate {
  type: ColumnTypeName;
  fits(text: string, context: GuessContext): boolean;
}

const CANDIDATES = {
  checkbox: isFlagWord,
  phone: (text) => text.startsWith('+') && isValue(phone, text),
  email: (text) => text.includes('@') && isValue(email, text),
  file: (text, { isFile }) =>
    text.includes('file_') && fileEntries(text).every(({ id }) => id !== null && isFile(id)),
  url: (text) => text.includes(':') && isValue(url, text),
  priority: (text) => PRIORITIES.some(({ label }) => label.toLowerCase() === text.toLowerCase()),
  people: (text, { isMember }) => namedEntries(text, isMember).every((entry) => isMember(entry)),
} as const satisfies Partial<Record<ColumnTypeName, Candidate['fits']>>;

/**
 * The column type for the texts of a column, which can come in parts. Every text must be valid for it, so that a guess never makes
 * a row invalid.
 */
export class TypeGuess {
  private readonly header: string;
  private isEmpty = true;
  private isLong = false;
  private readonly candidates = new Set(Object.keys(CANDIDATES) as (keyof typeof CANDIDATES)[]);
  private readonly numbers = new DecimalMarks();
  private readonly percentages = new DecimalMarks();
  private isPercentage = true;
  private readonly dateOrders = new Set<CellFormat['dateOrder']>(DATE_ORDERS);
  private readonly formats = new FormatGuess();
  private readonly choice = new ChoiceGuess();
  private readonly isReference: boolean;
  private references = 0;
  private found = 0;

  constructor(header: string) {
    this.header = header.replaceAll('_', ' ');
    this.isReference = isReferenceHeader(header);
  }

  /** Distinct texts, trimmed and not empty. */
  add(texts: Iterable<string>, context: GuessContext): void {
    for (const text of texts) {
      this.isEmpty = false;
      this.isLong ||= text.length >= LONG_TEXT_FROM || text.includes('\n');
      for (const type of this.candidates) if (!CANDIDATES[type](text, context)) this.candidates.delete(type);
      this.numbers.add(text);
      this.isPercentage &&= text.endsWith('%');
      if (this.isPercentage) this.percentages.add(text.slice(0, -1).trim());
      for (const dateOrder of this.dateOrders)
        if (!isDate(text, dateOrder)) this.dateOrders.delete(dateOrder);
      this.formats.add(text);
      this.choice.add(text);
      if (!this.isReference) continue;
      const cell = context.resolved(text);
      this.references += cell.references;
      this.found += cell.found;
    }
  }

  /** `filled`: the number of nonempty cells. */
  type(filled: number): GuessedType {
    const plain = (type: ColumnTypeName): GuessedType => ({ type, config: {} });
    if (this.isEmpty) return plain('text');
    const { candidates } = this;
    if (candidates.has('checkbox')) return plain('checkbox');
    if (this.isPercentage && this.percentages.isPossible) return plain('percentage');
    if (this.found > 0 && this.found >= this.references * MIN_RESOLVED) return plain('dependency');
    // Before numbers, which would lose the plus sign.
    if (candidates.has('phone')) return plain('phone');
    if (this.numbers.isPossible) return plain('number');
    if (this.dateOrders.has(this.format.dateOrder)) return plain('date');
    const [first] = candidates;
    if (first !== undefined) return plain(first);
    return this.choice.type(this.header, filled) ?? plain(this.isLong ? 'long_text' : 'text');
  }

  get format(): CellFormat {
    return this.formats.format;
  }

  get dateEvidence(): DateEvidence | null {
    return this.formats.dateEvidence;
  }
}

function isDate(text: string, dateOrder: CellFormat['dateOrder']): boolean {
  // A number that could be a date is a number until a header or a mapping says otherwise.
  return !isDateSerial(text) && isDateCell(text, dateOrder);
}

class FormatGuess {
  private readonly marks = new DecimalMarks();
  private dateOrder: CellFormat['dateOrder'] | undefined;
  private ambiguous: string | undefined;

  add(text: string): void {
    if (this.marks.isPossible) this.marks.add(text.replace('%', '').trim());
    this.dateOrder ??= dateOrderOf([text]);
    if (this.ambiguous === undefined && isAmbiguousDate(text)) this.ambiguous = text;
  }

  get dateEvidence(): DateEvidence | null {
    if (this.dateOrder !== undefined) return { order: this.dateOrder };
    return this.ambiguous === undefined ? null : { ambiguous: this.ambiguous };
  }

  get format(): CellFormat {
    return {
      decimalMark: this.marks.mark ?? DEFAULT_CELL_FORMAT.decimalMark,
      dateOrder: this.dateOrder ?? DEFAULT_CELL_FORMAT.dateOrder,
    };
  }
}

/** Guesses choice columns, for few distinct words, with one or several per cell. */
class ChoiceGuess {
  private readonly texts = new Words();
  private readonly entries = new Words();
  private isListed = false;
  private hasComma = false;

  add(text: string): void {
    this.isListed ||= text.includes(';');
    this.hasComma ||= text.includes(',');
    this.texts.add(text);
    if (this.entries.areFew) for (const entry of splitList(text)) this.entries.add(entry);
  }

  type(header: string, filled: number): GuessedType | null {
    const isNamedSo = STATUS_HEADER.test(header);
    const isChoice = ({ areFew, words }: Words, uses: number) =>
      areFew && words.size > 0 && (isNamedSo || uses >= words.size * MIN_USE);
    const { texts, entries } = this;
    // A comma inside a word of a choice does not separate a list: "Berlin, Germany" is one place.
    if (!this.isListed && isChoice(texts, filled)) {
      const { words } = texts;
      if (isNamedSo) return { type: 'status', config: configOf('status', words) };
      const type = this.hasComma ? 'dropdown' : 'label';
      return { type, config: configOf(type, words) };
    }
    if (!this.isListed || !isChoice(entries, filled)) return null;
    return { type: 'label', config: { labels: labelsFor(entries.words).map(({ name }) => ({ name })) } };
  }
}

/** Distinct words, as long as they could be those of a choice column. */
class Words {
  readonly words = new Set<string>();
  areFew = true;

  add(word: string): void {
    if (!this.areFew) return;
    this.words.add(word);
    this.areFew = this.words.size <= MAX_WORDS && isWord(word);
  }
}
