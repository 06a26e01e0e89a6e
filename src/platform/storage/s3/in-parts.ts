import type { Readable } from 'node:stream';
import { StoredFileTooLarge } from '../file-storage';

/**
 * Yields the content in parts of equal size, and a last one that can be smaller; it can be empty only when there is no
 * other. The content is destroyed when the limit is exceeded, or when the caller stops.
 *
 * Two buffers alternate: a part is valid until the next but one is asked for, so that one part can be sent while the next
 * arrives. Memory that is not written yet is not used either: a small file costs its size.
 */
export async function* inParts(
  content: Readable,
  { partBytes, maxBytes }: { partBytes: number; maxBytes: number },
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }, void> {
  let part: Buffer = Buffer.allocUnsafeSlow(partBytes);
  let sent: Buffer | null = null;
  let filled = 0;
  let total = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > maxBytes) throw new StoredFileTooLarge(maxBytes);
    for (let at = 0; at < chunk.length;) {
      // Not before there are more bytes: a full part can be the last one.
      if (filled === partBytes) {
        yield { bytes: part, isLast: false };
        [part, sent] = [sent ?? Buffer.allocUnsafeSlow(partBytes), part];
        filled = 0;
      }
      const copied = chunk.copy(part, filled, at);
      filled += copied;
      at += copied;
    }
  }
  yield { bytes: part.subarray(0, filled), isLast: true };
}
