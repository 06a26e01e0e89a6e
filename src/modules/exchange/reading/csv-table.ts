import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvParser } from './csv-parser';
import { decodeText, type TextEncoding } from './decode-text';
import type { FileTable } from './file-table';
import { type Delimiter, guessDelimiter } from './guess-delimiter';
import { findHeaderRow, HEADER_SOUGHT_IN } from './header-row';
import type { Layout } from './layout';
import { rowSink } from './make-row-sink';
import { UnreadableFile } from './unreadable-file';

export interface CsvOptions {
  hasHeader: boolean;
  delimiter?: Delimiter | undefined;
  encoding?: TextEncoding | undefined;
  headerRow?: number | undefined;
  layout?: Layout | undefined;
  /** Headers in plain form by which the header of a product's file is found. */
  knownHeaders?: readonly string[] | undefined;
}

/** Spreadsheets write and read such a line before the header. */
const DELIMITER_LINE = /^sep=([,;\t|])\r?\n/i;

/** The delimiter of a text, and whether its first line only names it. */
export function delimiterOf(
  start: string,
  { delimiter, headerRow = 1 }: CsvOptions,
): { delimiter: Delimiter; isNamed: boolean } {
  const named = DELIMITER_LINE.exec(start)?.[1] as Delimiter | undefined;
  const guessed = () => guessDelimiter(withoutLines(start, headerRow - 1));
  return { delimiter: delimiter ?? named ?? guessed(), isNamed: named !== undefined };
}

/** Titles above the header have other numbers of delimiters than the table. */
function withoutLines(text: string, count: number): string {
  let from = 0;
  for (let line = 0; line < count; line += 1) {
    const end = text.indexOf('\n', from);
    if (end === -1) return text;
    from = end + 1;
  }
  return text.slice(from);
}

/** The line of the header, given or found at the beginning of the text; undefined for the first row. */
export function headerRowOf(
  start: string,
  delimiter: Delimiter,
  { hasHeader, headerRow, layout, knownHeaders = [] }: CsvOptions,
): number | undefined {
  if (headerRow !== undefined || !hasHeader || layout === 'blocks') return headerRow;
  const rows: { line: number; cells: string[] }[] = [];
  const isNamed = DELIMITER_LINE.test(start);
  const parser = new CsvParser(delimiter, (line, cells) => {
    if ((line > 1 || !isNamed) && rows.length < HEADER_SOUGHT_IN) rows.push({ line, cells });
  });
  try {
    parser.add(start);
    parser.end();
  } catch (error) {
    // Invalid text is rejected when all of it is read; the sample can end within a row.
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return findHeaderRow(rows, new Set(knownHeaders)) ?? undefined;
}

/** Rows of a text file. Rejects invalid CSV, with the line. */
export async function readCsv(bytes: Buffer, options: CsvOptions): Promise<FileTable> {
  const { start, chunks, encoding } = decodeText(bytes, options.encoding);
  const { delimiter, isNamed } = delimiterOf(start, options);
  const { hasHeader, layout } = options;
  const headerRow = headerRowOf(start, delimiter, options);
  const rows = rowSink({ hasHeader, headerRow, layout, isPadded: false });
  const parser = new CsvParser(delimiter, (line, cells) => {
    if (line > 1 || !isNamed) rows.add(line, cells);
  });
  for (const chunk of chunks) {
    parser.add(chunk);
    await nextTurn();
  }
  parser.end();
  const csv = { hasHeader, encoding, delimiter, isNamed, headerRow, layout };
  return rows.table({ encoding, delimiter, csv });
}
