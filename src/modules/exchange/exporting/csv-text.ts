import type { Cell } from '../../columns';
import { guarded } from './formula-guard';

/** Marks the file as UTF-8 for spreadsheets, which otherwise guess the encoding from their locale. */
const BYTE_ORDER_MARK = '\ufeff';
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** A board's rows as CSV (RFC 4180), a batch to a chunk. */
export async function* csvText(
  header: readonly string[],
  batches: AsyncIterable<(Cell | null)[][]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(header.map((text) => ({ as: 'text', text })));
  for await (const rows of batches) yield rows.map(line).join('');
}

function line(cells: readonly (Cell | null)[]): string {
  return `${cells.map(field).join(',')}\r\n`;
}

/** Only texts are guarded: a negative number is not a formula. */
function field(cell: Cell | null): string {
  if (cell === null) return '';
  const text = cell.as === 'text' ? guarded(cell.text) : cell.text;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
