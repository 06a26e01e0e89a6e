import type { FileColumn } from '../../../column-types/cells/guess-type';
import type { RaggedRow } from '../reading/file-table';
import type { StreamedFile } from './rows/stream-rows';

/** What one reading of a text file has found. */
export interface ScannedFile {
  columns: FileColumn[];
  /** The indexes of columns whose target the caller has given. */
  mapped: ReadonlySet<number>;
  ragged: RaggedRow[];
  streamed: StreamedFile;
}
