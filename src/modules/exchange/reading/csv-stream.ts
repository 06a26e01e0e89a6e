import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvParser } from './csv-parser';
import type { CsvReading } from './csv-reading';
import { type CsvOptions, delimiterOf, headerRowOf } from './csv-table';
import { ChunkDecoder, markedEncoding, START_BYTES, type TextEncoding, Utf8Share } from './decode-text';
import type { FileLimits, FileRow, RaggedRow } from './file-table';
import { RowShaper } from './row-shaper';
import { UnreadableFile } from './unreadable-file';

/** The bytes of a file, as often as they are read. */
export type OpenFile = () => Promise<AsyncIterable<Buffer>>;

/** Rows can be as long as the file allows. */
const BATCH_MAX_CHARACTERS = 4 * 1024 * 1024;

/** Consecutive rows of a file. */
export interface ReadRows {
  rows: FileRow[];
  ragged: RaggedRow[];
  /** As RowShaper has it. */
  header: readonly string[];
}

/** Reads all of a file whose encoding is not given, and otherwise its beginning. */
export async function detectReading(open: OpenFile, options: CsvOptions): Promise<CsvReading> {
  const encoding = options.encoding ?? (await detectEncoding(open));
  const { hasHeader } = options;
  const start = await startOf(open, encoding);
  const delimited = delimiterOf(start, options);
  const headerRow = headerRowOf(start, delimited.delimiter, options);
  return { hasHeader, encoding, ...delimited, headerRow };
}

/** As decodeText detects the encoding. */
async function detectEncoding(open: OpenFile): Promise<TextEncoding> {
  for await (const first of await open()) {
    const encoding = markedEncoding(first);
    if (encoding !== null) return encoding;
    break;
  }
  const decoder = new ChunkDecoder('utf-8');
  try {
    for await (const chunk of await open()) decoder.decode(chunk, false);
    decoder.decode(new Uint8Array(), true);
    return 'utf-8';
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  const share = new Utf8Share();
  for await (const chunk of await open()) share.add(chunk);
  return share.encoding;
}

async function startOf(open: OpenFile, encoding: TextEncoding): Promise<string> {
  let start = '';
  for await (const text of decoded(open, encoding)) {
    start += text;
    if (start.length >= START_BYTES) break;
  }
  return start;
}

async function* decoded(open: OpenFile, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new ChunkDecoder(encoding);
  for await (const chunk of await open()) yield decoder.decode(chunk, false);
  yield decoder.decode(new Uint8Array(), true);
}

/** The rows of a text file, some chunks of the file at a time, without keeping them. Rejects invalid CSV, with the line. */
export async function* readRows(
  open: OpenFile,
  { hasHeader, delimiter, encoding, isNamed, headerRow }: CsvReading,
  { limits, batchSize }: { limits: FileLimits; batchSize: number },
): AsyncGenerator<ReadRows> {
  const shaper = new RowShaper({ hasHeader, headerRow, isPadded: false, limits });
  let rows: FileRow[] = [];
  let ragged: RaggedRow[] = [];
  let characters = 0;
  const parser = new CsvParser(delimiter, (line, cells) => {
    if (line === 1 && isNamed) return;
    const row = shaper.shape(line, cells);
    if (Array.isArray(row)) rows.push({ line, cells: row });
    else if (row !== null) ragged.push(row);
  });
  const take = (): ReadRows => {
    const taken = { rows, ragged, header: shaper.header! };
    [rows, ragged, characters] = [[], [], 0];
    return taken;
  };
  for await (const text of decoded(open, encoding)) {
    parser.add(text);
    characters += text.length;
    const isFull = rows.length + ragged.length >= batchSize || characters >= BATCH_MAX_CHARACTERS;
    if (isFull && shaper.header !== null) yield take();
    await nextTurn();
  }
  parser.end();
  if (rows.length + ragged.length > 0) yield take();
}
