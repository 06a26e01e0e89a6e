import { FILE_LIMITS, type FileTable } from './file-table';
import { nameColumns } from './name-columns';
import { RaggedRows } from './ragged-rows';
import { RowShaper, type Shape } from './row-shaper';
import type { RowSink } from './row-sink';
import { NoHeaderRow, UnreadableFile } from './unreadable-file';

/** Collects the rows of one table and rejects files above the limits. */
export class TableBuilder implements RowSink {
  private readonly shaper: RowShaper;
  private readonly rows: string[][] = [];
  private readonly lines: number[] = [];
  private readonly ragged = new RaggedRows();

  constructor(private readonly shape: Omit<Shape, 'limits'>) {
    this.shaper = new RowShaper({ ...shape, limits: FILE_LIMITS });
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
    const { header, ignored } = this.shaper;
    const { headerRow, layout } = this.shape;
    if (header === null && headerRow !== undefined) throw new NoHeaderRow(headerRow);
    if (header === null) throw new UnreadableFile('The file is empty');
    if (rows.length + ragged.rows.length === 0) throw new UnreadableFile('The file has no rows');
    const isFilled = (at: number) => rows.some((row) => row[at] !== '');
    const { names, columns } = nameColumns(header, isFilled, layout);
    if (columns.length < header.length) {
      for (const [index, row] of rows.entries()) rows[index] = columns.map((at) => row[at]!);
    }
    return { ...read, header: names, columns, rows, lines, ragged: ragged.rows, ignored };
  }
}
