import type { Readable } from 'node:stream';

/** Keeps the first bytes of a stream that another consumer reads. */
export class ContentHead {
  private readonly chunks: Buffer[] = [];
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  async *through(content: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      const left = this.maxBytes - this.size;
      if (left > 0) {
        // A copy: a slice would keep the whole chunk in memory.
        const part = Buffer.from((chunk as Buffer).subarray(0, left));
        this.chunks.push(part);
        this.size += part.length;
      }
      yield chunk as Buffer;
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }
}
