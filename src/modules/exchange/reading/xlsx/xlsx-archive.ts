import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { UnreadableFile } from '../unreadable-file';

/**
 * A workbook has a few dozen parts; these limits stop archives that are small and unpack to gigabytes (zip
 * bombs).
 */
const ENTRIES_MAX = 1_000;
const UNPACKED_MAX_BYTES = 256 * 1024 * 1024;
/** Deflate compresses real XML to more than a hundredth of its size. */
const RATIO_MAX = 200;
const SMALL_BYTES = 1024 * 1024;

/** The parts of a workbook's archive, by name. Each is unpacked on demand. */
export class XlsxArchive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(bytes: Buffer): Promise<XlsxArchive> {
    try {
      // Sizes are checked while unpacking too: the declared size of an entry can be wrong.
      const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
      const entries = new Map<string, Entry>();
      let unpackedBytes = 0;
      for await (const entry of zip.eachEntry()) {
        unpackedBytes += entry.uncompressedSize;
        if (entries.size >= ENTRIES_MAX || unpackedBytes > UNPACKED_MAX_BYTES || isBomb(entry)) {
          throw new UnreadableFile('The workbook is too large when unpacked');
        }
        entries.set(entry.fileName, entry);
      }
      return new XlsxArchive(zip, entries);
    } catch (error) {
      throw problemOf(error);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** The text of a part in chunks; empty for a missing part. */
  async *text(name: string): AsyncGenerator<string> {
    const entry = this.entries.get(name);
    if (!entry) return;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      const stream = await this.zip.openReadStreamPromise(entry);
      for await (const chunk of stream) yield decoder.decode(chunk as Buffer, { stream: true });
      yield decoder.decode();
    } catch (error) {
      throw problemOf(error);
    }
  }
}

function isBomb({ compressedSize, uncompressedSize }: Entry): boolean {
  return uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * RATIO_MAX;
}

/** Every error of an uploaded archive is an error of the archive. */
function problemOf(error: unknown): unknown {
  return error instanceof UnreadableFile ? error : new UnreadableFile('The workbook is damaged');
}
