import { isUtf8 } from 'node:buffer';
import { UnreadableFile } from './unreadable-file';

export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** Bytes that are looked at to tell UTF-16 without a mark. */
const SAMPLE_BYTES = 4_096;

/** The text of a file, and the encoding it was read by: the given one, the mark's, or what its bytes can be. */
export function decodeText(bytes: Buffer, given?: TextEncoding): { text: string; encoding: TextEncoding } {
  const encoding = given ?? marked(bytes) ?? unmarked(bytes);
  try {
    // Fatal: a character replaced in silence would be a wrong value on the board.
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    throw new UnreadableFile(`Not a text in ${encoding}`);
  }
}

function marked(bytes: Buffer): TextEncoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** Western text in UTF-16 has a zero in every second byte; what is no UTF-8 is taken for Windows-1252. */
function unmarked(bytes: Buffer): TextEncoding {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let even = 0;
  let odd = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const many = sample.length / 4;
  if (odd > many && even * 10 < odd) return 'utf-16le';
  if (even > many && odd * 10 < even) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
