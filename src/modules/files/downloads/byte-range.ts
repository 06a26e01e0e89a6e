/** Inclusive positions of the first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

const BYTES = /^bytes=(\d*)-(\d*)$/;

/**
 * The requested part of a representation (RFC 9110, section 14): null for all of it, 'unsatisfiable' if it has no such
 * byte. Several ranges, other units and malformed values are ignored, as the RFC allows.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = BYTES.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < size ? { start, end } : 'unsatisfiable';
}
