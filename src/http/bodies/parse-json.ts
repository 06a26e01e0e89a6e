import { isUtf8 } from 'node:buffer';
import { AppError } from '../../kernel/app-error';

/** More levels and values than any input has. Building more takes seconds of processor time long before 10 MiB. */
const MAX_LEVELS = 1_000;
const MAX_VALUES = 100_000;

/** A shorter text cannot contain enough of either, so it is not scanned. */
const HARMLESS_LENGTH = 16_384;

/** Parses JSON in UTF-8. `what` names the source in the error: the body, a query parameter. */
export function parseJsonBytes(bytes: Buffer, what: string): unknown {
  if (!isUtf8(bytes)) throw new AppError('BAD_REQUEST', `${what} is not valid UTF-8`);
  return parseJson(bytes.toString('utf8'), what);
}

export function parseJson(text: string, what: string): unknown {
  if (text.length > HARMLESS_LENGTH) rejectExcess(text, what);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new AppError('BAD_REQUEST', `${what} is not valid JSON`);
  }
}

/** Counts brackets and commas outside strings: V8's parser needs seconds for five million levels, this scan does not. */
function rejectExcess(text: string, what: string): void {
  let level = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      at = endOfString(text, at);
    } else if (character === COMMA) {
      values += 1;
    } else if (character === OPEN_ARRAY || character === OPEN_OBJECT) {
      level += 1;
      values += 1;
      if (level > MAX_LEVELS) throw new AppError('BAD_REQUEST', `${what} is nested too deeply`);
    } else if (character === CLOSE_ARRAY || character === CLOSE_OBJECT) {
      level -= 1;
    }
    if (values > MAX_VALUES)
      throw new AppError('BAD_REQUEST', `${what} contains more than ${MAX_VALUES} values`);
  }
}

/** The end of the string that begins at `start`; the end of the text when the string is not terminated. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
