import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { StreamDigest } from '../../../platform/crypto/digest';
import { ArchiveManifest, type ArchivePart, MANIFEST_PART } from '../archive-manifest';
import { ArchiveProblem } from './archive-problem';

/** A manifest of an organization with 100,000 missing files. */
const MANIFEST_MAX_BYTES = 8 * 2 ** 20;
const LINE_MAX_CHARACTERS = 16 * 2 ** 20;

/** What the manifest announces of a part. */
export type Announced = Pick<ArchivePart, 'bytes' | 'sha256'> & { name: string; rows?: number };

/** An open archive. Reads only what the manifest announces, so that a hostile archive costs no more than its announced size. */
export class ArchiveFile {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** The caller closes it. */
  static async open(path: string, signal?: AbortSignal): Promise<ArchiveFile> {
    const zip = await openZip(path);
    try {
      return new ArchiveFile(zip, await entriesOf(zip), signal);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  get names(): Iterable<string> {
    return this.entries.keys();
  }

  close(): void {
    this.zip.close();
  }

  async manifest(): Promise<ArchiveManifest> {
    if (this.entry(MANIFEST_PART).uncompressedSize > MANIFEST_MAX_BYTES)
      throw new ArchiveProblem(`${MANIFEST_PART} is too large`);
    let text = '';
    for await (const chunk of this.chunks(MANIFEST_PART)) text += chunk.toString('utf8');
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new ArchiveProblem(`${MANIFEST_PART} is no JSON`);
    }
    const read = ArchiveManifest.safeParse(value);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new ArchiveProblem(`${MANIFEST_PART}: ${issue?.path.join('.')}: ${issue?.message}`);
  }

  /** The content of a part; fails at its end when it is not what the manifest announces. */
  async *content({ name, bytes, sha256 }: Announced): AsyncGenerator<Buffer> {
    if (this.entry(name).uncompressedSize !== bytes)
      throw new ArchiveProblem(`${name} was changed: it has another size`);
    const digest = new StreamDigest();
    let read = 0;
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        read += chunk.length;
        yield chunk;
      }
    };
    yield* digest.through(counted(this.chunks(name)));
    if (read !== bytes || digest.hex() !== sha256) throw new ArchiveProblem(`${name} was changed`);
  }

  /** The lines of a part; fails at its end as `content` does, or when it has another number of lines. */
  async *lines(part: Announced): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8');
    let rest = '';
    let rows = 0;
    for await (const chunk of this.content(part)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop()!;
      rows += lines.length;
      yield* lines;
      if (rest.length > LINE_MAX_CHARACTERS)
        throw new ArchiveProblem(`${part.name} has a line that is too long`);
    }
    rest += decoder.decode();
    if (rest !== '') {
      rows += 1;
      yield rest;
    }
    if (part.rows !== undefined && rows !== part.rows)
      throw new ArchiveProblem(`${part.name} has ${rows} lines, not ${part.rows}`);
  }

  private entry(name: string): Entry {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new ArchiveProblem(`${name} is missing in the archive`);
    return entry;
  }

  private async *chunks(name: string): AsyncGenerator<Buffer> {
    const entry = this.entry(name);
    try {
      const stream: Readable = await this.zip.openReadStreamPromise(entry);
      for await (const chunk of stream) {
        this.signal?.throwIfAborted();
        yield chunk as Buffer;
      }
    } catch (error) {
      if (this.signal?.aborted === true) throw error;
      throw new ArchiveProblem(`${name} was changed: ${(error as Error).message}`);
    }
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    // `strictFileNames` and the validation of names stop names that lead out of a directory.
    return await openPromise(path, { autoClose: false, validateEntrySizes: true, strictFileNames: true });
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code === 'string') throw error;
    throw new ArchiveProblem(
      `This is no archive of an organization, or it was cut: ${(error as Error).message}`,
    );
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new ArchiveProblem(`${entry.fileName} is in the archive twice`);
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    if (error instanceof ArchiveProblem) throw error;
    throw new ArchiveProblem(`The list of parts cannot be read: ${(error as Error).message}`);
  }
  return entries;
}
