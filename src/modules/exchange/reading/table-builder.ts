import { unguarded } from '../exporting/formula-guard';
import {
  CELLS_MAX,
  FILE_COLUMNS_MAX,
  type FileTable,
  type RaggedRow,
  ROW_MAX_CHARACTERS,
  ROWS_MAX,
  TEXT_MAX_CHARACTERS,
} from './file-table';
import { UnreadableFile } from './unreadable-file';

/** A file with more differing rows than this is not a table. */
const RAGGED_MAX = 1_000;

/** Characters that PostgreSQL cannot store, or that are not text. */
const NUL = '\u0000';

/** Collects rows and rejects files above the limits; the first nonempty row is the header. */
export class TableBuilder {
  private header: string[] | null = null;
  private readonly rows: string[][] = [];
  private readonly lines: number[] = [];
  private readonly ragged: RaggedRow[] = [];
  private characters = 0;

  /** `isPadded`: a row may leave out empty cells at its end, as sheets do. */
  constructor(
    private readonly hasHeader: boolean,
    private readonly isPadded: boolean,
  ) {}

  get count(): number {
    return this.rows.length;
  }

  add(line: number, cells: string[]): void {
    this.rejectExcess(line, cells);
    if (cells.every((cell) => cell.trim() === '')) return;
    if (this.header === null) {
      // Sheets continue to the right without end; a line of text has exactly its cells.
      const width = this.isPadded ? lastFilled(cells) + 1 : Math.min(cells.length, FILE_COLUMNS_MAX);
      this.header = this.hasHeader
        ? cells.slice(0, width).map((cell) => unguarded(cell).trim())
        : Array.from({ length: cells.length }, (_, at) => `Column ${at + 1}`);
      if (this.hasHeader) return;
    }
    this.addRow(line, cells, this.header.length);
  }

  table(read: Pick<FileTable, 'encoding' | 'delimiter'>): FileTable {
    if (this.header === null) throw new UnreadableFile('The file is empty');
    if (this.rows.length + this.ragged.length === 0) throw new UnreadableFile('The file has no rows');
    const { header, rows, lines, ragged } = this;
    const filled = header.map((name, at) => name !== '' || rows.some((row) => row[at] !== ''));
    rejectDoubled(header);
    // A column with neither a name nor a cell is a trailing comma.
    if (filled.includes(false)) {
      for (const [index, row] of rows.entries()) rows[index] = row.filter((_, at) => filled[at]);
    }
    const named = header.map((name, at) => name || `Column ${at + 1}`).filter((_, at) => filled[at]);
    return { ...read, header: named, rows, lines, ragged };
  }

  private addRow(line: number, cells: string[], width: number): void {
    if (this.rows.length >= ROWS_MAX) throw new UnreadableFile(`More than ${ROWS_MAX} rows; split the file`);
    if (this.rows.length * width >= CELLS_MAX)
      throw new UnreadableFile(`More than ${CELLS_MAX} cells; split the file`);
    const isTooLong = cells.length > width && lastFilled(cells) >= width;
    if (isTooLong || (cells.length < width && !this.isPadded)) {
      if (this.ragged.length >= RAGGED_MAX)
        throw UnreadableFile.atLine(line, 'Rows differ in their number of cells');
      this.ragged.push({ line, cells: cells.length });
      return;
    }
    while (cells.length < width) cells.push('');
    cells.length = width;
    this.rows.push(cells.map(unguarded));
    this.lines.push(line);
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
    if (this.characters > TEXT_MAX_CHARACTERS)
      throw UnreadableFile.atLine(line, `More than ${TEXT_MAX_CHARACTERS} characters in total`);
  }
}

function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '');
}

/** A mapping names columns by their headers. */
function rejectDoubled(header: readonly string[]): void {
  const known = new Map<string, number>();
  for (const [at, name] of header.entries()) {
    const first = known.get(name.toLowerCase());
    if (first !== undefined && name !== '') {
      const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
      throw new UnreadableFile(`Columns ${first + 1} and ${at + 1} have the same header, "${shown}"`);
    }
    known.set(name.toLowerCase(), at);
  }
}
