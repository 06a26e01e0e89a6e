import type { ItemId } from '../../../../kernel/ids';
import type { CallContext } from '../../../../access/principal';
import type { BoardFacts } from '../../../hierarchy';
import type { ImportPlan } from '../import-plan';
import type { ReadingBoard, ReadRow, Reject } from './row-reader';

/** Items that are written together, at most. */
export const ITEMS_A_BATCH = 500;
/** Rows that are read between two turns of the event loop. */
export const ROWS_A_TURN = 250;

/** A row of a file as an item, with the id that the item gets. */
export interface ReadItem extends ReadRow {
  id: ItemId;
}

/** Reads the rows for a board, some hundred or thousand at a time; problems are reported to `reject`. */
export type ReadItems = (board: ReadingBoard, reject: Reject) => AsyncIterable<ReadItem[]>;

/** The rows of a file of any kind. */
export interface RowsToImport {
  /** Rows with as many cells as the header has. */
  readonly count: number;
  /** The groups that rows name, each once, as the first row writes it. */
  groupNames(plan: ImportPlan): readonly string[];
  /** References in a column that lead to no row of the file, or to several. */
  countUnresolved(plan: ImportPlan, index: number): number;
  /** What reading needs from the database, for the board as it is before the import. Locks nothing. */
  prepare(context: CallContext, plan: ImportPlan, board: BoardFacts | null): Promise<ReadItems>;
}
