import { setImmediate as nextTurn } from 'node:timers/promises';
import { newId } from '../../../../kernel/ids';
import type { CallContext } from '../../../../access/principal';
import type { BoardFacts } from '../../../hierarchy';
import type { CsvReading } from '../../reading/csv-reading';
import { type OpenFile, readRows } from '../../reading/csv-stream';
import { type FileRow, STREAM_LIMITS } from '../../reading/file-table';
import { type ImportPlan, indexOf } from '../import-plan';
import type { BatchLookups } from './batch-lookups';
import { RowReader } from './row-reader';
import {
  ITEMS_A_BATCH,
  type PreparedRows,
  readItem,
  type ReadItem,
  type ReadItems,
  ROWS_A_TURN,
  type RowsToImport,
} from './rows-to-import';

/** What the first reading of a file has found; plain data, so that a job can store it. */
export interface StreamedFile {
  reading: CsvReading;
  /** The indexes of the columns among all cells of a row. */
  columns: number[];
  rowCount: number;
  /** The groups that rows name, each once, by the index of the column. */
  groupNames: Readonly<Record<number, readonly string[]>>;
}

/** The rows of a text file that is read again for each use, without keeping its rows. */
export class StreamRows implements RowsToImport {
  constructor(
    private readonly file: StreamedFile,
    private readonly open: OpenFile,
    private readonly lookups: () => BatchLookups,
  ) {}

  get count(): number {
    return this.file.rowCount;
  }

  groupNames(plan: ImportPlan): readonly string[] {
    return this.file.groupNames[indexOf(plan, 'group')] ?? [];
  }

  /** Columns that refer to other rows are not streamed. */
  countUnresolved(): number {
    return 0;
  }

  async prepare(_context: CallContext, plan: ImportPlan, _board: BoardFacts | null): Promise<PreparedRows> {
    const { file, open } = this;
    const { columns } = file;
    const lookups = this.lookups();
    const reading = {
      ...lookups.context,
      linkedItem: () => undefined,
      referencedItems: () => ({ ids: [], missing: [] }),
    };
    const read: ReadItems = async function* (board, reports) {
      const reader = new RowReader(plan, board, reading);
      const sought = lookups.columnsOf(plan, board);
      let row = 0;
      const options = { limits: STREAM_LIMITS, batchSize: ITEMS_A_BATCH };
      for await (const { rows, ragged, header } of readRows(open, file.reading, options)) {
        for (const { line, cells } of ragged)
          reports.reject({
            line,
            column: null,
            reason: `Has ${cells} cells where the header has ${header.length}`,
          });
        const chosen = columns.length < header.length ? rows.map((each) => chosenCells(each, columns)) : rows;
        await lookups.learn(chosen, sought);
        let items: ReadItem[] = [];
        for (const each of chosen) {
          items.push(readItem(each, reader.read(each, row, reports), { id: newId('item'), ...TOP_LEVEL }));
          row += 1;
          if (row % ROWS_A_TURN === 0) await nextTurn();
          if (items.length < ITEMS_A_BATCH) continue;
          yield items;
          items = [];
        }
        if (items.length > 0) yield items;
      }
    };
    return { read, updated: [], parents: [] };
  }
}

/** Sub-items and updates need the other rows. */
const TOP_LEVEL = { isUpdate: false, parentId: null, isParent: false };

function chosenCells({ line, cells }: FileRow, columns: readonly number[]): FileRow {
  return { line, cells: columns.map((at) => cells[at]!) };
}
