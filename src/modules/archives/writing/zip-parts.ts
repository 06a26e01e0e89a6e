import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { StreamDigest } from '../../../platform/crypto/digest';

/** What was written of a part, before the compression. */
export interface WrittenPart {
  bytes: number;
  sha256: string;
}

/** Writes the parts of a zip archive one after the other, each while it is read. */
export class ZipParts {
  private readonly zip = new ZipFile();
  private readonly closed: Promise<never>;

  constructor() {
    this.closed = new Promise((_, reject) => {
      this.output.once('close', () => reject(new Error('The archive is not read any more')));
    });
    // The end closes the output too.
    this.closed.catch(() => undefined);
  }

  get output(): Readable {
    return this.zip.outputStream as Readable;
  }

  /** Resolves when the part has been read. `isCompressed`: its content is compressed already. */
  async add(
    name: string,
    content: AsyncIterable<string | Buffer>,
    { isCompressed = false } = {},
  ): Promise<WrittenPart> {
    const digest = new StreamDigest();
    let bytes = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const chunk of content) {
        const buffer = Buffer.from(chunk);
        bytes += buffer.length;
        if (buffer.length > 0) yield buffer;
      }
    }
    const stream = Readable.from(digest.through(counted()), { objectMode: false });
    const read = new Promise<void>((resolve, reject) => {
      stream.once('error', reject);
      stream.once('end', resolve);
    });
    this.zip.addReadStreamLazy(name, { compress: !isCompressed }, (give) => give(null, stream));
    try {
      await Promise.race([read, this.closed]);
    } finally {
      stream.destroy();
    }
    return { bytes, sha256: digest.hex() };
  }

  end(): void {
    this.zip.end();
  }

  fail(error: Error): void {
    this.output.destroy(error);
  }
}
