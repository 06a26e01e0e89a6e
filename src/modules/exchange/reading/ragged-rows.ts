import type { RaggedRow } from './file-table';
import { UnreadableFile } from './unreadable-file';

/** A file with more differing rows than this is not a table. */
const RAGGED_MAX = 1_000;

/** Rows that have more or fewer cells than the header. Rejects a file in which there are too many. */
export class RaggedRows {
  readonly rows: RaggedRow[] = [];

  add(row: RaggedRow): void {
    if (this.rows.length >= RAGGED_MAX)
      throw UnreadableFile.atLine(row.line, 'Rows differ in their number of cells');
    this.rows.push(row);
  }
}
