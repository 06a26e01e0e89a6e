import { unguarded } from '../exporting/formula-guard';
import { FILE_COLUMNS_MAX, type FileLimits, type RaggedRow, ROW_MAX_CHARACTERS } from './file-table';
import { FileTooLarge, UnreadableFile } from './unreadable-file';

/** Characters that PostgreSQL cannot store, or that are not text. */
const NUL = '\u0000';

/** Turns the rows of a file into rows of as many cells as the header has, which is the first nonempty row. Applies the limits. */
export class RowShaper {
  private names: string[] | null = null;
  private rowCount = 0;
  private characters = 0;

  /** `isPadded`: a row may leave out empty cells at its end, as sheets do. */
  constructor(
    private readonly hasHeader: boolean,
    private readonly isPadded: boolean,
    private readonly limits: FileLimits,
  ) {}

  /** The headers as they are written, '' for a column without one; null before the first row. */
  get header(): readonly string[] | null {
    return this.names;
  }

  /** Null for an empty row and the header. */
  shape(line: number, cells: string[]): string[] | RaggedRow | null {
    this.rejectExcess(line, cells);
    if (cells.every((cell) => cell.trim() === '')) return null;
    if (this.names === null) {
      // Sheets continue to the right without end; a line of text has exactly its cells.
      const width = this.isPadded ? lastFilled(cells) + 1 : Math.min(cells.length, FILE_COLUMNS_MAX);
      this.names = this.hasHeader
        ? cells.slice(0, width).map((cell) => unguarded(cell).trim())
        : Array.from({ length: cells.length }, (_, at) => `Column ${at + 1}`);
      if (this.hasHeader) return null;
    }
    return this.fit(line, cells, this.names.length);
  }

  private fit(line: number, cells: string[], width: number): string[] | RaggedRow {
    const { rows, cells: most } = this.limits;
    if (this.rowCount >= rows) throw new FileTooLarge(`More than ${rows} rows; split the file`);
    if (this.rowCount * width >= most) throw new FileTooLarge(`More than ${most} cells; split the file`);
    const isTooLong = cells.length > width && lastFilled(cells) >= width;
    if (isTooLong || (cells.length < width && !this.isPadded)) return { line, cells: cells.length };
    while (cells.length < width) cells.push('');
    cells.length = width;
    this.rowCount += 1;
    for (let at = 0; at < width; at += 1) cells[at] = unguarded(cells[at]!);
    return cells;
  }

  private rejectExcess(line: number, cells: string[]): void {
    if (cells.length > FILE_COLUMNS_MAX && lastFilled(cells) >= FILE_COLUMNS_MAX) {
      throw UnreadableFile.atLine(line, `More than ${FILE_COLUMNS_MAX} columns`);
    }
    let characters = 0;
    for (const cell of cells) {
      characters += cell.length;
      if (cell.includes(NUL)) throw UnreadableFile.atLine(line, 'NUL characters; not a text file');
      if (!cell.isWellFormed()) throw UnreadableFile.atLine(line, 'Invalid characters');
    }
    if (characters > ROW_MAX_CHARACTERS)
      throw UnreadableFile.atLine(line, `More than ${ROW_MAX_CHARACTERS} characters in one row`);
    this.characters += characters;
    const most = this.limits.characters;
    if (this.characters > most) throw FileTooLarge.atLine(line, `More than ${most} characters in total`);
  }
}

function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '');
}
