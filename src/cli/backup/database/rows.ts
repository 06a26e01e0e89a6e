import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { StreamDigest } from '../../../platform/crypto/digest';
import { DamagedBackup } from '../backup-problem';
import type { BackupStore } from '../store/backup-store';
import { readFile, writeFile, type WrittenFile } from '../store/written-file';

/** Half of the processor time of the default of 6, for a tenth to a fifth more bytes (decision 0117). */
const GZIP_LEVEL = 2;
const BUFFER_BYTES = 256 * 1024;

/** Called with the number of bytes that were read or written since the last call. */
export type Advance = (bytes: number) => void;

export interface WrittenRows extends WrittenFile {
  rows: number;
  /** Before the compression. */
  textBytes: number;
}

interface RowsFile {
  store: BackupStore;
  name: string;
  signal: AbortSignal;
  advance: Advance;
}

/** Writes what `copy … to stdout` returns into a file. */
export async function writeRows(
  client: ClientBase,
  command: string,
  { store, name, signal, advance }: RowsFile,
): Promise<WrittenRows> {
  const rows = client.query(copyTo(command, { highWaterMark: BUFFER_BYTES }));
  let written: WrittenFile | undefined;
  let textBytes = 0;
  const count = (bytes: number) => {
    textBytes += bytes;
    advance(bytes);
  };
  await pipeline(
    rows,
    (chunks: AsyncIterable<Buffer>) => counting(chunks, count),
    createGzip({ level: GZIP_LEVEL, chunkSize: BUFFER_BYTES }),
    async (compressed: AsyncIterable<Buffer>) => {
      written = await writeFile(store, name, compressed);
    },
    { signal },
  );
  return { ...written!, rows: rows.rowCount, textBytes };
}

/**
 * Sends a file to `copy … from stdin`. Returns the number of rows and the digest of their text, which `digestOfRows`
 * compares. Throws DamagedBackup when the file is not the written one; the transaction of the caller must then not commit.
 */
export async function loadRows(
  client: ClientBase,
  command: string,
  written: WrittenFile,
  { store, name, signal, advance }: RowsFile,
): Promise<{ rows: number; digest: string }> {
  const rows = client.query(copyFrom(command, { highWaterMark: BUFFER_BYTES }));
  const digest = new StreamDigest();
  try {
    await pipeline(
      Readable.from(readFile(store, name, written), { objectMode: false }),
      createGunzip({ chunkSize: BUFFER_BYTES }),
      (chunks: Readable) => digest.through(chunks),
      (chunks: AsyncIterable<Buffer>) => counting(chunks, advance),
      rows,
      { signal },
    );
  } catch (error) {
    // The stream ends at the first byte that is no gzip, before the digest is compared.
    const isGzip = !String((error as NodeJS.ErrnoException).code).startsWith('Z_');
    throw isGzip
      ? error
      : new DamagedBackup(`${store.place}: ${name} was changed; it cannot be decompressed`);
  }
  return { rows: rows.rowCount, digest: digest.hex() };
}

/** The digest of the text that `copy … to stdout` returns. */
export async function digestOfRows(
  client: ClientBase,
  command: string,
  signal: AbortSignal,
): Promise<string> {
  const digest = new StreamDigest();
  await pipeline(
    client.query(copyTo(command, { highWaterMark: BUFFER_BYTES })),
    (chunks: Readable) => digest.through(chunks),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const _chunk of chunks);
    },
    { signal },
  );
  return digest.hex();
}

async function* counting(chunks: AsyncIterable<Buffer>, advance: Advance): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    advance(chunk.length);
    yield chunk;
  }
}
