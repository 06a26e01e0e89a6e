import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { DamagedBackup } from '../backup-problem';
import type { BackupStore } from '../store/backup-store';
import { readFile, writeFile, type WrittenFile } from '../store/written-file';

const NAME = 'files.jsonl.gz';

const ListedFile = z.object({
  key: z.string().regex(/^[0-9a-f]{40}$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A file of the storage in a backup. */
export type ListedFile = z.infer<typeof ListedFile>;

/** The name of the file in the backup. */
export function nameOf(key: string): string {
  return `files/${key.slice(0, 2)}/${key}`;
}

/** Writes one line of JSON for each file: the manifest would be too large for millions of them. */
export function writeList(store: BackupStore, files: readonly ListedFile[]): Promise<WrittenFile> {
  function* lines() {
    for (const file of files) yield `${JSON.stringify(file)}\n`;
  }
  return writeFile(store, NAME, Readable.from(lines()).pipe(createGzip()));
}

/** Throws DamagedBackup when the list is not the written one. */
export async function readList(store: BackupStore, written: WrittenFile): Promise<ListedFile[]> {
  const chunks: Buffer[] = [];
  try {
    await pipeline(
      Readable.from(readFile(store, NAME, written), { objectMode: false }),
      createGunzip(),
      async (content: AsyncIterable<Buffer>) => {
        for await (const chunk of content) chunks.push(chunk);
      },
    );
    const lines = Buffer.concat(chunks).toString('latin1').split('\n');
    return lines.filter((line) => line !== '').map(parse);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw new DamagedBackup(`${store.place}: ${NAME} was changed; it cannot be read`);
  }
}

function parse(line: string): ListedFile {
  return ListedFile.parse(JSON.parse(line));
}

function isUnreadable(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof SyntaxError || error instanceof z.ZodError || String(code).startsWith('Z_');
}
