import { isUtf8 } from 'node:buffer';
import { UnreadableFile } from './unreadable-file';

export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** Bytes that are checked to detect UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 4_096;

/** Bytes that are decoded between two turns of the event loop. */
const CHUNK_BYTES = 64 * 1024;
/** The sample in which the delimiter is detected. */
export const START_BYTES = 256 * 1024;

export interface DecodedText {
  /** The given encoding, that of the byte order mark, or a detected one. */
  encoding: TextEncoding;
  /** The beginning of the text. */
  start: string;
  /** The whole text in chunks: a large file is never in memory in addition to its bytes. */
  chunks: Iterable<string>;
}

export function decodeText(bytes: Buffer, given?: TextEncoding): DecodedText {
  const encoding = given ?? markedEncoding(bytes) ?? unmarked(bytes);
  const chunks = { [Symbol.iterator]: () => decoded(bytes, encoding) };
  let start = '';
  for (const chunk of chunks) {
    start += chunk;
    if (start.length >= START_BYTES) break;
  }
  return { encoding, start, chunks };
}

function* decoded(bytes: Buffer, encoding: TextEncoding): Generator<string> {
  const decoder = new ChunkDecoder(encoding);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const end = Math.min(at + CHUNK_BYTES, bytes.length);
    yield decoder.decode(bytes.subarray(at, end), end === bytes.length);
  }
}

/** Decodes the chunks of a file. Rejects what is not valid in its encoding: a silently replaced character would be a wrong value. */
export class ChunkDecoder {
  private readonly decoder: TextDecoder;
  private breaks = 0;

  constructor(private readonly encoding: TextEncoding) {
    this.decoder = new TextDecoder(encoding, { fatal: true });
  }

  decode(chunk: Uint8Array, isLast: boolean): string {
    let text: string;
    try {
      text = this.decoder.decode(chunk, { stream: !isLast });
    } catch {
      throw new UnreadableFile(`Not valid ${this.encoding}, at or shortly after line ${this.breaks + 1}`);
    }
    for (let found = text.indexOf('\n'); found !== -1; found = text.indexOf('\n', found + 1))
      this.breaks += 1;
    return text;
  }
}

/** The encoding that the first bytes of a file show. */
export function markedEncoding(bytes: Buffer): TextEncoding | null {
  return marked(bytes) ?? wide(bytes.subarray(0, SAMPLE_BYTES));
}

function marked(bytes: Buffer): TextEncoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** Western text in UTF-16 has a zero in every second byte. */
function wide(sample: Buffer): TextEncoding | null {
  let even = 0;
  let odd = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const many = sample.length / 4;
  if (odd > many && even * 10 < odd) return 'utf-16le';
  return even > many && odd * 10 < even ? 'utf-16be' : null;
}

/** Bytes that are not UTF-8 are read as Windows-1252. */
function unmarked(bytes: Buffer): TextEncoding {
  if (isUtf8(bytes)) return 'utf-8';
  const share = new Utf8Share();
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) share.add(bytes.subarray(at, at + CHUNK_BYTES));
  return share.encoding;
}

/**
 * Whether most non-ASCII bytes are valid UTF-8: a file with two encodings, or a damaged one. Read as
 * Windows-1252, all of its accents would silently be wrong.
 */
export class Utf8Share {
  private readonly decoder = new TextDecoder('utf-8');
  private whole = 0;
  private broken = 0;

  add(chunk: Uint8Array): void {
    const text = this.decoder.decode(chunk, { stream: true });
    for (const [character] of text.matchAll(/\P{ASCII}/gu)) {
      if (character === '\ufffd') this.broken += 1;
      else this.whole += 1;
    }
  }

  get encoding(): TextEncoding {
    return this.whole > this.broken ? 'utf-8' : 'windows-1252';
  }
}
