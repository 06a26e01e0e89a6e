import { FILE_LIMITS, type FileTable } from './file-table';
import { nameColumns } from './name-columns';
import { RaggedRows } from './ragged-rows';
import { RowShaper } from './row-shaper';
import { UnreadableFile } from './unreadable-file';

/** Collects rows and rejects files above the limits; the first nonempty row is the header. */
export class TableBuilder {
  private readonly shaper: RowShaper;
  private readonly rows: string[][] = [];
  private readonly lines: number[] = [];
  private readonly ragged = new RaggedRows();

  /** `isPadded`: a row may leave out empty cells at its end, as sheets do. */
  constructor(hasHeader: boolean, isPadded: boolean) {
    this.shaper = new RowShaper(hasHeader, isPadded, FILE_LIMITS);
  }

  get count(): number {
    return this.rows.length;
  }

  add(line: number, cells: string[]): void {
    const row = this.shaper.shape(line, cells);
    if (row === null) return;
    if (Array.isArray(row)) {
      this.rows.push(row);
      this.lines.push(line);
    } else this.ragged.add(row);
  }

  table(read: Pick<FileTable, 'encoding' | 'delimiter' | 'csv'>): FileTable {
    const { rows, lines, ragged } = this;
    const { header } = this.shaper;
    if (header === null) throw new UnreadableFile('The file is empty');
    if (rows.length + ragged.rows.length === 0) throw new UnreadableFile('The file has no rows');
    const { names, columns } = nameColumns(header, (at) => rows.some((row) => row[at] !== ''));
    if (columns.length < header.length) {
      for (const [index, row] of rows.entries()) rows[index] = columns.map((at) => row[at]!);
    }
    return { ...read, header: names, columns, rows, lines, ragged: ragged.rows };
  }
}
