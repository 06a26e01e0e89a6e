import type { ByteRange } from './file-storage';

/** A mistake of the caller, found before a file is opened. */
export function assertByteRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw new RangeError(`Not a range of bytes: ${start} to ${end}`);
}
