import { unguarded } from '../formula-guard';
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

/** More differing rows than this are no table. */
const RAGGED_MAX = 1_000;

/** What PostgreSQL cannot keep, or is no text at all. */
const NUL = '\u0000';

/** Collects rows and refuses what grows beyond any table; the first row that holds something is the header. */
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
    this.refuseExcess(line, cells);
    if (cells.every((cell) => cell.trim() === '')) return;
    if (this.header === null) {
      // Sheets go on to the right without end; what a line of text has, its rows have too.
      const width = this.isPadded ? lastFilled(cells) + 1 : Math.min(cells.length, FILE_COLUMNS_MAX);
      this.header = this.hasHeader
        ? cells.slice(0, width).map((cell) => cell.trim())
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
    refuseDoubled(header);
    // A column with neither a name nor a cell is a comma too many.
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

  private refuseExcess(line: number, cells: string[]): void {
    if (cells.length > FILE_COLUMNS_MAX && lastFilled(cells) >= FILE_COLUMNS_MAX) {
      throw UnreadableFile.atLine(line, `More than ${FILE_COLUMNS_MAX} columns`);
    }
    let characters = 0;
    for (const cell of cells) {
      characters += cell.length;
      if (cell.includes(NUL)) throw UnreadableFile.atLine(line, 'NUL characters; is this a text file?');
      if (!cell.isWellFormed()) throw UnreadableFile.atLine(line, 'Characters that are no text');
    }
    if (characters > ROW_MAX_CHARACTERS)
      throw UnreadableFile.atLine(line, `More than ${ROW_MAX_CHARACTERS} characters in one row`);
    this.characters += characters;
    if (this.characters > TEXT_MAX_CHARACTERS)
      throw UnreadableFile.atLine(line, `More than ${TEXT_MAX_CHARACTERS} characters in all`);
  }
}

function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '');
}

/** A mapping names columns by their headers. */
function refuseDoubled(header: readonly string[]): void {
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
