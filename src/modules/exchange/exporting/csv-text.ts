import type { Cell } from '../../columns';
import { guarded } from './formula-guard';

/** Marks the file as UTF-8 for spreadsheets, which otherwise guess the encoding from their locale. */
const BYTE_ORDER_MARK = '\ufeff';
const OUTER_SPACE = /^\s|\s$/;
const QUOTE = 34;
const COMMA = 44;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const LAST_ASCII = 127;

/** A board's rows as CSV (RFC 4180), a batch to a chunk. */
export async function* csvText(
  header: readonly string[],
  batches: AsyncIterable<Iterable<(Cell | null)[]>>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(header.map((text) => ({ as: 'text', text })));
  for await (const rows of batches) {
    let chunk = '';
    for (const cells of rows) chunk += line(cells);
    yield chunk;
  }
}

function line(cells: readonly (Cell | null)[]): string {
  let text = '';
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at]!;
    if (at > 0) text += ',';
    if (cell !== null) text += field(cell);
  }
  return `${text}\r\n`;
}

/** Only texts are guarded: a negative number is not a formula. Numbers, booleans and times contain nothing to quote. */
function field(cell: Cell): string {
  if (cell.as !== 'text') return cell.text;
  const text = guarded(cell.text);
  return needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A comparison per character costs a third of a regular expression. */
function needsQuotes(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === COMMA || code === RETURN || code === LINE_FEED) return true;
  }
  return canBeSpace(text.charCodeAt(0)) || canBeSpace(text.charCodeAt(text.length - 1))
    ? OUTER_SPACE.test(text)
    : false;
}

/** Whether a character can be a space. */
function canBeSpace(code: number): boolean {
  return code <= SPACE || code > LAST_ASCII;
}
