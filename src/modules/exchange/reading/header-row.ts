import { plainHeader } from './plain-header';

/** Rows at the beginning of a file among which the header is sought. */
export const HEADER_SOUGHT_IN = 30;

/** A header has no numbers, dates, addresses and sentences. */
const NO_HEADER = /^[\s\d.,:/%€$£+-]*$|@|^https?:|[.!?]$/;
const HEADER_MAX_CHARACTERS = 100;
/** Headers of which one alone makes a row a header: a file can have one column. */
const ALONE = new Set(['name', 'title', 'item', 'item name', 'summary', 'subject', 'task', 'task name']);

/** Columns of a table below a title with as many cells. */
const MIN_WIDTH_BELOW_PADDED = 3;

interface FirstRow {
  line: number;
  cells: readonly string[];
}

/**
 * The line of the header, if lines precede it: titles, of one cell each, above a wider row that looks like a header. `known`:
 * headers in plain form, of which a row with two is the header. Null if the first row that is not empty is the header.
 */
export function findHeaderRow(rows: readonly FirstRow[], known: ReadonlySet<string>): number | null {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const isKnown = ({ cells }: FirstRow) => cells.filter((cell) => known.has(plainHeader(cell))).length >= 2;
  const at = known.size > 0 ? filled.findIndex(isKnown) : -1;
  const found = at === -1 ? filled.findIndex((row) => !isTitle(row)) : at;
  if (found <= 0) return null;
  const header = filled[found]!;
  const isBelowTitles = filled.slice(0, found).every((title) => isNarrower(title, header));
  return at !== -1 || (isBelowTitles && looksLikeHeader(header)) ? header.line : null;
}

function isTitle({ cells }: FirstRow): boolean {
  const texts = cells.filter((cell) => cell.trim() !== '');
  return texts.length === 1 && !ALONE.has(plainHeader(texts[0]!));
}

/** A line of text that has as many cells as the header is a header with empty cells, unless the table is wide. */
function isNarrower(title: FirstRow, header: FirstRow): boolean {
  const width = widthOf(header);
  const isPadded = title.cells.length >= header.cells.length;
  return widthOf(title) < width && (!isPadded || width >= MIN_WIDTH_BELOW_PADDED);
}

/** Without the empty cells at the end, which sheets do not have. */
function widthOf({ cells }: FirstRow): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

function looksLikeHeader({ cells }: FirstRow): boolean {
  const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return texts.every((text) => text.length <= HEADER_MAX_CHARACTERS && !NO_HEADER.test(text));
}
