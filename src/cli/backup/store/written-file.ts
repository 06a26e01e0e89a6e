import { Readable } from 'node:stream';
import { StreamDigest } from '../../../platform/crypto/digest';
import { DamagedBackup } from '../backup-problem';
import { BackupFileMissing, type BackupStore } from './backup-store';

/** What the manifest says about a file of the backup. */
export interface WrittenFile {
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Writes a file, and returns its size and digest as they were written. */
export async function writeFile(
  store: BackupStore,
  name: string,
  content: AsyncIterable<Buffer>,
): Promise<WrittenFile> {
  const digest = new StreamDigest();
  let bytes = 0;
  async function* counted() {
    for await (const chunk of digest.through(Readable.from(content, { objectMode: false }))) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  await store.write(name, Readable.from(counted(), { objectMode: false }));
  return { bytes, sha256: digest.hex() };
}

/** Reads a file. Throws DamagedBackup when it is missing, and after its last byte when it is another one. */
export async function* readFile(
  store: BackupStore,
  name: string,
  expected: WrittenFile,
): AsyncGenerator<Buffer> {
  const digest = new StreamDigest();
  let bytes = 0;
  const content = await store.read(name).catch((error: unknown) => {
    throw error instanceof BackupFileMissing ? new DamagedBackup(`${store.place}: ${error.message}`) : error;
  });
  for await (const chunk of digest.through(content)) {
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes !== expected.bytes)
    throw new DamagedBackup(
      `${store.place}: ${name} has ${bytes} bytes; the manifest says ${expected.bytes}`,
    );
  if (digest.hex() !== expected.sha256)
    throw new DamagedBackup(
      `${store.place}: ${name} was changed; its SHA-256 is not the one of the manifest`,
    );
}
