import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { UnreadableFile } from './unreadable-file';

/** A workbook has a few dozen parts; these bounds stop archives that are small and unpack to gigabytes. */
const ENTRIES_MAX = 1_000;
const UNPACKED_MAX_BYTES = 256 * 1024 * 1024;
/** Of XML that says something, deflate leaves more than a hundredth. */
const RATIO_MAX = 200;
const SMALL_BYTES = 1024 * 1024;

/** The parts of a workbook's archive, by name. Nothing is unpacked before it is asked for. */
export class XlsxArchive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(bytes: Buffer): Promise<XlsxArchive> {
    try {
      // Sizes are checked while unpacking too: what an entry says of itself may be a lie.
      const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
      const entries = new Map<string, Entry>();
      let unpackedBytes = 0;
      for await (const entry of zip.eachEntry()) {
        unpackedBytes += entry.uncompressedSize;
        if (entries.size >= ENTRIES_MAX || unpackedBytes > UNPACKED_MAX_BYTES || isBomb(entry)) {
          throw new UnreadableFile('The workbook unpacks to more than any table');
        }
        entries.set(entry.fileName, entry);
      }
      return new XlsxArchive(zip, entries);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** The text of a part, a chunk at a time; nothing for a part that is not there. */
  async *text(name: string): AsyncGenerator<string> {
    const entry = this.entries.get(name);
    if (!entry) return;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      const stream = await this.zip.openReadStreamPromise(entry);
      for await (const chunk of stream) yield decoder.decode(chunk as Buffer, { stream: true });
      yield decoder.decode();
    } catch (error) {
      throw refusalOf(error);
    }
  }
}

function isBomb({ compressedSize, uncompressedSize }: Entry): boolean {
  return uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * RATIO_MAX;
}

/** Whatever is wrong with an archive that somebody sent is wrong with the archive. */
function refusalOf(error: unknown): unknown {
  return error instanceof UnreadableFile ? error : new UnreadableFile('The workbook is damaged');
}
