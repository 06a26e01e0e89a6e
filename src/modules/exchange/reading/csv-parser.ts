import { ROW_MAX_CHARACTERS } from './file-table';
import type { Delimiter } from './guess-delimiter';
import { UnreadableFile } from './unreadable-file';

const QUOTE = 34;
const LINE_FEED = 10;
const RETURN = 13;

/** A record can be longer in its file than in its cells: quotes are doubled. */
const RECORD_MAX_CHARACTERS = ROW_MAX_CHARACTERS * 4;

/** Gets each record with the line that it begins at, from 1. */
export type OnRecord = (line: number, cells: string[]) => void;

/**
 * Reads CSV (RFC 4180) from a text that comes in parts. Records end with CRLF, LF or CR, in any mixture, because files are put
 * together from several systems. Empty lines are skipped. Throws UnreadableFile with the line.
 */
export class CsvParser {
  private readonly delimiter: number;
  private cells: string[] = [];
  /** The text from the beginning of the cell that is not complete yet. */
  private rest = '';
  /** Where the search for the end of that cell continues. */
  private seen = 0;
  /** Where the search for the end of a quoted cell stopped. */
  private stoppedAt = 0;
  /** Characters in `cells`. */
  private length = 0;
  private line = 1;
  private recordLine = 1;

  constructor(
    delimiter: Delimiter,
    private readonly onRecord: OnRecord,
  ) {
    this.delimiter = delimiter.charCodeAt(0);
  }

  add(text: string): void {
    this.read(this.rest + text, false);
  }

  end(): void {
    if (this.rest !== '' || this.cells.length > 0) this.read(this.rest, true);
  }

  private read(text: string, isLast: boolean): void {
    const { length } = text;
    let start = 0;
    let from = this.seen;
    for (;;) {
      const isQuoted = text.charCodeAt(start) === QUOTE;
      const end = isQuoted
        ? this.endOfQuoted(text, Math.max(from, start + 1), isLast)
        : this.endOfPlain(text, from);
      const code = text.charCodeAt(end);
      const isCut = end === length || (code === RETURN && end + 1 === length);
      // What follows can belong to the cell, or to its line break.
      if (end === -1 || (isCut && !isLast)) return this.keep(text, start, end);
      this.addCell(isQuoted ? this.unquoted(text, start + 1, end - 1) : text.slice(start, end));
      start = end + 1;
      if (code !== this.delimiter) {
        if (isQuoted && code !== LINE_FEED && code !== RETURN && end !== length)
          throw UnreadableFile.atLine(this.line, 'A closing quote is followed by text');
        if (code === RETURN && text.charCodeAt(start) === LINE_FEED) start += 1;
        this.endRecord(isQuoted);
        if (start >= length) return this.keep(text, length, -1);
      }
      from = start;
    }
  }

  /** -1 if the text ends before the cell. */
  private endOfQuoted(text: string, from: number, isLast: boolean): number {
    let close = text.indexOf('"', from);
    while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2);
    // The last quote of the text can be the first of two.
    this.stoppedAt = close === -1 ? text.length : close;
    if (close === -1 && isLast) throw UnreadableFile.atLine(this.line, 'A quoted cell is not closed');
    return close === -1 ? -1 : close + 1;
  }

  private endOfPlain(text: string, from: number): number {
    const { delimiter } = this;
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === delimiter || code === LINE_FEED || code === RETURN) return at;
      if (code === QUOTE) {
        throw UnreadableFile.atLine(
          this.line,
          'A quote in the middle of a cell; quote the whole cell and double the quotes inside it',
        );
      }
    }
    return text.length;
  }

  private unquoted(text: string, start: number, end: number): string {
    const cell = text.slice(start, end);
    this.line += lineBreaks(cell);
    return cell.includes('"') ? cell.replaceAll('""', '"') : cell;
  }

  private addCell(cell: string): void {
    this.cells.push(cell);
    this.length += cell.length;
  }

  private endRecord(isQuoted: boolean): void {
    const { cells, recordLine } = this;
    this.cells = [];
    this.length = 0;
    this.line += 1;
    this.recordLine = this.line;
    const isEmptyLine = cells.length === 1 && cells[0] === '' && !isQuoted;
    if (!isEmptyLine) this.onRecord(recordLine, cells);
  }

  /** `end`: how far a cell without quotes was searched for its end. */
  private keep(text: string, start: number, end: number): void {
    this.rest = text.slice(start);
    const isQuoted = text.charCodeAt(start) === QUOTE;
    const until = isQuoted ? this.stoppedAt : end;
    this.seen = Math.max(0, until - start);
    if (this.length + this.rest.length > RECORD_MAX_CHARACTERS)
      throw UnreadableFile.atLine(this.recordLine, `More than ${ROW_MAX_CHARACTERS} characters in one row`);
  }
}

/** CRLF, LF and CR, as in the text between records. */
function lineBreaks(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || (code === RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) count += 1;
  }
  return count;
}
