import { describe, expect, it } from 'vitest';
import { detectReading, readRows } from '../../../../../src/modules/exchange/reading/csv-stream';
import { readCsv } from '../../../../../src/modules/exchange/reading/csv-table';
import { type FileRow, STREAM_LIMITS } from '../../../../../src/modules/exchange/reading/file-table';

const BATCH = 100;
const CHUNK_BYTES = 16_384;

/** The bytes of a file in chunks. */
const opened =
  (bytes: Buffer, chunkBytes = CHUNK_BYTES) =>
  async () =>
    (async function* () {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    })();

async function rowsOf(bytes: Buffer, chunkBytes?: number): Promise<FileRow[]> {
  const open = opened(bytes, chunkBytes);
  const reading = await detectReading(open, { hasHeader: true });
  const all: FileRow[] = [];
  for await (const { rows } of readRows(open, reading, { limits: STREAM_LIMITS, batchSize: BATCH }))
    all.push(...rows);
  return all;
}

describe('a file that is read row by row', () => {
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from('Name;Ort\nÄ;Köln\n€;"a\nb"\nC;D')],
    ['UTF-8 with a mark', Buffer.from('\ufeffName;Ort\nÄ;Köln\n')],
    ['UTF-16', Buffer.from('\ufeffName;Ort\nÄ;Köln\n', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('Name;Ort\nÄ;Köln\n', 'utf16le')],
    ['Windows-1252', Buffer.from('Name;Ort\n\xc4;K\xf6ln\n', 'latin1')],
    ['a named delimiter', Buffer.from('sep=;\nName;Ort, Land\n1;2\n')],
  ])('has the rows of the table, whatever its chunks: %s', async (_what, bytes) => {
    const { rows, lines, csv } = await readCsv(bytes, { hasHeader: true });
    const expected = rows.map((cells, at) => ({ line: lines[at], cells }));
    expect(await rowsOf(bytes)).toEqual(expected);
    // Two bytes at least, to detect a byte order mark.
    expect(await rowsOf(bytes, 64)).toEqual(expected);
    expect(await detectReading(opened(bytes), { hasHeader: true })).toEqual(csv);
  });

  it('with a damaged byte is not read as Windows-1252', async () => {
    const bytes = Buffer.concat([Buffer.from('Name\né\nü\n'), Buffer.from([0xe9, 0x0a])]);
    await expect(rowsOf(bytes)).rejects.toThrow('Not valid utf-8');
  });

  it('keeps no more rows than a batch and a chunk of the file', async () => {
    const bytes = Buffer.from(`Name,Size\n${'Item,1\n'.repeat(50_000)}`);
    const open = opened(bytes);
    const reading = await detectReading(open, { hasHeader: true });
    let count = 0;
    let longest = 0;
    for await (const { rows } of readRows(open, reading, { limits: STREAM_LIMITS, batchSize: BATCH })) {
      count += rows.length;
      longest = Math.max(longest, rows.length);
    }
    expect(count).toBe(50_000);
    expect(longest).toBeLessThanOrEqual(BATCH + CHUNK_BYTES / 'Item,1\n'.length);
  });

  it('can have a million rows, and no more', async () => {
    const lines = Buffer.from('1\n'.repeat(100_000));
    const open = async () =>
      (async function* () {
        yield Buffer.from('A\n');
        for (let at = 0; at < 10; at += 1) yield lines;
        yield Buffer.from('1\n');
      })();
    const reading = await detectReading(open, { hasHeader: true });
    let count = 0;
    const read = async () => {
      for await (const { rows } of readRows(open, reading, { limits: STREAM_LIMITS, batchSize: BATCH }))
        count += rows.length;
    };
    await expect(read()).rejects.toThrow('More than 1000000 rows; split the file');
    expect(count).toBe(1_000_000);
  });
});
