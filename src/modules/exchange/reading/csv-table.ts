import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvParser } from './csv-parser';
import { decodeText, type TextEncoding } from './decode-text';
import type { FileTable } from './file-table';
import { type Delimiter, guessDelimiter } from './guess-delimiter';
import { TableBuilder } from './table-builder';

export interface CsvOptions {
  hasHeader: boolean;
  delimiter?: Delimiter | undefined;
  encoding?: TextEncoding | undefined;
}

/** Spreadsheets write and read such a line before the header. */
const DELIMITER_LINE = /^sep=([,;\t|])\r?\n/i;

/** The delimiter of a text, and whether its first line only names it. */
export function delimiterOf(
  start: string,
  { delimiter }: CsvOptions,
): { delimiter: Delimiter; isNamed: boolean } {
  const named = DELIMITER_LINE.exec(start)?.[1] as Delimiter | undefined;
  return { delimiter: delimiter ?? named ?? guessDelimiter(start), isNamed: named !== undefined };
}

/** Rows of a text file. Rejects invalid CSV, with the line. */
export async function readCsv(bytes: Buffer, options: CsvOptions): Promise<FileTable> {
  const { start, chunks, encoding } = decodeText(bytes, options.encoding);
  const { delimiter, isNamed } = delimiterOf(start, options);
  const builder = new TableBuilder(options.hasHeader, false);
  const parser = new CsvParser(delimiter, (line, cells) => {
    if (line > 1 || !isNamed) builder.add(line, cells);
  });
  for (const chunk of chunks) {
    parser.add(chunk);
    await nextTurn();
  }
  parser.end();
  const csv = { hasHeader: options.hasHeader, encoding, delimiter, isNamed };
  return builder.table({ encoding, delimiter, csv });
}
