import { createHash, createHmac } from 'node:crypto';

type Content = string | Uint8Array;
type TextEncoding = 'base64' | 'base64url' | 'hex';

/** SHA-256. Without salt it protects only secrets that are random and long. */
export function sha256(content: Content): Buffer {
  return createHash('sha256').update(content).digest();
}

export function sha256Text(content: Content, encoding: TextEncoding): string {
  return createHash('sha256').update(content).digest(encoding);
}

export function hmacSha256(key: Uint8Array, content: Content): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

/** The SHA-256 of a stream, computed while another consumer reads it. */
export class StreamDigest {
  private readonly hash = createHash('sha256');

  async *through(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.hash.update(chunk);
      yield chunk;
    }
  }

  /** Callable once, after the end of the stream. */
  hex(): string {
    return this.hash.digest('hex');
  }
}
