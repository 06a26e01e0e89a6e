import { unguarded } from '../exporting/formula-guard';
import { columnsMax, type FileLimits, type RaggedRow } from './file-table';
import { HeaderMerge } from './header-merge';
import type { Layout } from './layout';
import { assertReadableRow } from './readable-row';
import { FileTooLarge, NoHeaderRow } from './unreadable-file';

export interface Shape {
  hasHeader: boolean;
  /** The line of the header; the first row that is not empty if undefined. */
  headerRow: number | undefined;
  layout?: Layout | undefined;
  /** Whether a row may leave out empty cells at its end, as sheets do. */
  isPadded: boolean;
  limits: FileLimits;
}

/** Turns the rows of a file into rows of as many cells as the header has. Applies the limits. */
export class RowShaper {
  private names: string[] | null = null;
  private merge: HeaderMerge | null = null;
  private rowCount = 0;
  private characters = 0;
  /** Rows above the header that are not empty. */
  ignored = 0;

  constructor(private readonly shapeOfFile: Shape) {}

  /** The headers as they are written, '' for a column without one; null before the first row. */
  get header(): readonly string[] | null {
    return this.merge?.names ?? this.names;
  }

  /** Null for an empty row and the header. */
  shape(line: number, cells: string[]): string[] | RaggedRow | null {
    this.rejectExcess(line, cells);
    if (cells.every((cell) => cell.trim() === '')) return null;
    if (this.names === null) {
      const { hasHeader, headerRow } = this.shapeOfFile;
      if (headerRow !== undefined && line < headerRow) {
        this.ignored += 1;
        return null;
      }
      if (headerRow !== undefined && line > headerRow) throw new NoHeaderRow(headerRow);
      this.names = this.namesIn(cells);
      if (hasHeader) return null;
    }
    const fitting = this.fit(line, cells, this.names.length);
    return this.merge !== null && Array.isArray(fitting) ? this.merge.merge(fitting) : fitting;
  }

  private namesIn(cells: readonly string[]): string[] {
    const { hasHeader, isPadded, layout } = this.shapeOfFile;
    if (!hasHeader) return Array.from({ length: cells.length }, (_, at) => `Column ${at + 1}`);
    // Sheets continue to the right without end; a line of text has exactly its cells.
    const width = isPadded ? lastFilled(cells) + 1 : Math.min(cells.length, columnsMax(layout));
    const names = cells.slice(0, width).map((cell) => unguarded(cell).trim());
    if (layout === 'merged') this.merge = new HeaderMerge(names);
    return names;
  }

  private fit(line: number, cells: string[], width: number): string[] | RaggedRow {
    const { isPadded } = this.shapeOfFile;
    const { rows, cells: most } = this.shapeOfFile.limits;
    if (this.rowCount >= rows) throw new FileTooLarge(`More than ${rows} rows; split the file`);
    if (this.rowCount * width >= most) throw new FileTooLarge(`More than ${most} cells; split the file`);
    const isTooLong = cells.length > width && lastFilled(cells) >= width;
    if (isTooLong || (cells.length < width && !isPadded)) return { line, cells: cells.length };
    while (cells.length < width) cells.push('');
    cells.length = width;
    this.rowCount += 1;
    for (let at = 0; at < width; at += 1) cells[at] = unguarded(cells[at]!);
    return cells;
  }

  private rejectExcess(line: number, cells: readonly string[]): void {
    const { layout, limits } = this.shapeOfFile;
    this.characters += assertReadableRow(line, cells, columnsMax(layout));
    if (this.characters > limits.characters)
      throw FileTooLarge.atLine(line, `More than ${limits.characters} characters in total`);
  }
}

function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '');
}
