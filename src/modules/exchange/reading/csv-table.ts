import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { decodeText, type TextEncoding } from './decode-text';
import { type FileTable, ROW_MAX_CHARACTERS } from './file-table';
import { type Delimiter, guessDelimiter } from './guess-delimiter';
import { TableBuilder } from './table-builder';
import { UnreadableFile } from './unreadable-file';

export interface CsvOptions {
  hasHeader: boolean;
  delimiter?: Delimiter | undefined;
  encoding?: TextEncoding | undefined;
}

/** Spreadsheets write and read such a line before the header. */
const DELIMITER_LINE = /^sep=([,;\t|])\r?\n/i;

/** Rows of a text file. Rejects invalid CSV, with the line. */
export async function readCsv(bytes: Buffer, options: CsvOptions): Promise<FileTable> {
  const { start, chunks, encoding } = decodeText(bytes, options.encoding);
  const named = DELIMITER_LINE.exec(start)?.[1] as Delimiter | undefined;
  const delimiter = options.delimiter ?? named ?? guessDelimiter(start);
  const builder = new TableBuilder(options.hasHeader, false);
  const parser = parse({
    delimiter,
    // All of them, because files are put together from several systems.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    from: named === undefined ? 1 : 2,
    info: true,
    // In bytes: of four at most to a character.
    max_record_size: ROW_MAX_CHARACTERS * 4,
  });
  // Only the first error counts; later ones are its consequences.
  const failures: unknown[] = [];
  parser.on('error', (error) => failures.push(error));
  const drain = () => {
    for (let entry = parser.read() as Parsed | null; entry; entry = parser.read() as Parsed | null) {
      builder.add(firstLine(entry), entry.record);
    }
  };
  parser.on('readable', () => {
    try {
      drain();
    } catch (error) {
      failures.push(error);
      parser.destroy();
    }
  });
  for (const chunk of chunks) {
    if (failures.length > 0) break;
    parser.write(chunk);
    await nextTurn();
  }
  if (failures.length === 0) await ended(parser);
  if (failures.length > 0) throw problemOf(failures[0]);
  return builder.table({ encoding, delimiter });
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

/** The parser reports the line at which a record ends. */
function firstLine({ record, info }: Parsed): number {
  let breaks = 0;
  for (const cell of record) {
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) breaks += 1;
  }
  return info.lines - breaks;
}

function ended(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    parser.once('end', resolve);
    parser.once('error', () => resolve());
    parser.once('close', resolve);
    parser.end();
  });
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quoted cell is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'A closing quote is followed by text',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'A closing quote is followed by text',
  INVALID_OPENING_QUOTE:
    'A quote in the middle of a cell; quote the whole cell and double the quotes inside it',
  CSV_MAX_RECORD_SIZE: `More than ${ROW_MAX_CHARACTERS} characters in one row`,
};

function problemOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const { code, lines } = error as CsvError & { lines?: number };
  return UnreadableFile.atLine(lines ?? 1, REASONS[code] ?? 'Not a table of comma-separated values');
}
