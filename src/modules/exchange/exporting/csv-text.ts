import type { Cell } from '../../columns';
import { guarded } from '../formula-guard';

/** Tells spreadsheets that what follows is UTF-8; without it they guess by their own country. */
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

/** Only texts are guarded: a negative number is no formula. */
function field(cell: Cell | null): string {
  if (cell === null) return '';
  const text = cell.as === 'text' ? guarded(cell.text) : cell.text;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
