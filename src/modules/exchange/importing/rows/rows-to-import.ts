import type { ItemId } from '../../../../kernel/ids';
import type { CallContext } from '../../../../access/principal';
import type { BoardFacts } from '../../../hierarchy';
import type { FileRow } from '../../reading/file-table';
import type { ImportPlan } from '../import-plan';
import type { ReadingBoard, ReadRow, RowReports } from './row-reader';

/** Items that are written together, at most. */
export const ITEMS_A_BATCH = 500;
/** Rows that are read between two turns of the event loop. */
export const ROWS_A_TURN = 50;

/** The item that a row becomes or updates, and where it is. */
interface RowTarget {
  id: ItemId;
  /** Whether the item exists and is updated. */
  isUpdate: boolean;
  parentId: ItemId | null;
  /** Whether items of other rows are its sub-items. */
  isParent: boolean;
}

/** A row of a file as an item, with the id that the item gets or has. */
export interface ReadItem extends ReadRow, FileRow, RowTarget {}

/** Names each field: V8 of Node 20 takes 0.4 µs for each field that follows a spread, and a file has many rows (decision 0159). */
export function readItem(
  { line, cells }: FileRow,
  { name, description, group, values, changes }: ReadRow,
  { id, isUpdate, parentId, isParent }: RowTarget,
): ReadItem {
  return { line, cells, name, description, group, values, changes, id, isUpdate, parentId, isParent };
}

/** Reads the rows for a board, some hundred or thousand at a time; parents come before their sub-items. */
export type ReadItems = (board: ReadingBoard, reports: RowReports) => AsyncIterable<ReadItem[]>;

/** Rows for a board as it is before the import. */
export interface PreparedRows {
  read: ReadItems;
  /** Existing items that rows update. */
  updated: readonly ItemId[];
  /** Those of them that get sub-items. */
  parents: readonly ItemId[];
}

/** The rows of a file of any kind. */
export interface RowsToImport {
  /** Rows with as many cells as the header has. */
  readonly count: number;
  /** The groups that rows name, each once, as the first row writes it. */
  groupNames(plan: ImportPlan): readonly string[];
  /** References in a column that lead to no row of the file, or to several. */
  countUnresolved(plan: ImportPlan, index: number): number;
  /** What reading needs from the database, for the board as it is before the import. Locks nothing. */
  prepare(context: CallContext, plan: ImportPlan, board: BoardFacts | null): Promise<PreparedRows>;
}
