import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, GroupId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { BoardExtensionsService, BoardsService } from '../../boards';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { type ItemLoad, ItemLoadsService, type ItemToLoad, type NumbersAside } from '../../items';
import { InvalidRows } from '../imports.errors';
import { type ImportProblem, PROBLEMS_SHOWN } from '../imports.schemas';
import type { FileTable } from '../reading/file-table';
import { BoardMoved } from './board-moved';
import { groupFinder, groupNames, missingGroups } from './group-names';
import { type ImportPlan, newColumnsOf } from './import-plan';
import type { RequestedTarget } from './import-target.service';
import { ImportPreparationService } from './import-preparation.service';
import { type ReadingBoard, type ReadingContext, RowReader } from './row-reader';

/** Items written by one statement. */
const BATCH = 500;

type Tx = InTransaction<CallContext>;

/** Called after every batch with the number of written rows, which are invisible to others before the commit. */
export type OnProgress = (done: number) => Promise<void>;

/** How a table is written. */
export interface ImportWriting {
  asked: RequestedTarget;
  /**
   * Whether the board's groups and columns are locked from the start. Otherwise they are compared at the end, and
   * BoardMoved is thrown if they have changed, so that no editor of the board waits.
   */
  isHeld: boolean;
  aside?: NumbersAside;
  onProgress?: OnProgress;
}

interface RowsToWrite {
  reader: RowReader;
  reading: ReadingContext;
  groupOf: (name: string) => GroupId;
  count: number;
}

/** Writes a table to a board by a plan, in the caller's transaction: the board or its columns, groups, and all rows. */
@Injectable()
export class ImportWriterService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly boards: BoardsService,
    private readonly extensions: BoardExtensionsService,
    private readonly items: ItemLoadsService,
    private readonly preparation: ImportPreparationService,
  ) {}

  /** Call this outside the transaction of the import: others that refer to the files would wait for its end. */
  claimFiles(context: CallContext, table: FileTable): Promise<void> {
    return this.preparation.claimFiles(context, table);
  }

  async write(tx: Tx, table: FileTable, plan: ImportPlan, writing: ImportWriting): Promise<BoardId> {
    const { asked, isHeld, aside, onProgress = async () => {} } = writing;
    const names = groupNames(table, plan);
    const before = asked.id === undefined ? null : await this.boardOf(tx, asked.id);
    // Before any lock: other transactions must not wait for the parsing.
    const reading = await this.preparation.reading(tx, table, plan, before);
    const board = before !== null && isHeld ? await this.lock(tx, before, plan, names) : before;
    const { boardId, columnIds } = board
      ? await this.extend(tx, board, plan, names)
      : await this.make(tx, asked, plan, names);
    const load = await this.items.begin(tx, boardId, aside);
    const groupOf = groupFinder(load.board, asked.groupId);
    const reader = new RowReader(table, plan, boardAsMade(load.board, plan, columnIds), reading);
    await this.load(tx, load, { reader, reading, groupOf, count: table.rows.length }, onProgress);
    if (board !== null && !isHeld) await this.settle(tx, board, plan, names);
    await this.items.finish(tx, load);
    return boardId;
  }

  private async boardOf(tx: Tx, id: BoardId): Promise<BoardFacts> {
    return (await this.hierarchy.board(tx, id)).facts;
  }

  /** The board, locked until the transaction ends. */
  private async lock(
    tx: Tx,
    board: BoardFacts,
    plan: ImportPlan,
    names: readonly string[],
  ): Promise<BoardFacts> {
    if (isExtended(board, plan, names)) await this.extensions.lock(tx, board.id);
    else await this.items.lock(tx, board.id);
    return this.boardOf(tx, board.id);
  }

  private async settle(tx: Tx, board: BoardFacts, plan: ImportPlan, names: readonly string[]): Promise<void> {
    const isSame = isExtended(board, plan, names)
      ? await this.extensions.settle(tx, board)
      : await this.items.settle(tx, board);
    if (!isSame) throw new BoardMoved();
  }

  private async load(tx: Tx, load: ItemLoad, rows: RowsToWrite, onProgress: OnProgress): Promise<void> {
    let writing = Promise.resolve();
    for (let start = 0; start < rows.count; start += BATCH) {
      const end = Math.min(start + BATCH, rows.count);
      // Parsed while the database writes the previous batch.
      const batch = readBatch(rows, start, end);
      await writing;
      writing = this.items.add(tx, load, batch).then(() => onProgress(end));
      // If parsing fails first, this promise is no longer awaited.
      writing.catch(() => undefined);
    }
    await writing;
  }

  private async make(
    tx: Tx,
    { projectId, name }: RequestedTarget,
    plan: ImportPlan,
    groups: readonly string[],
  ) {
    const made = await this.boards.create(tx, {
      projectId: projectId!,
      name: name!,
      columns: newColumnsOf(plan),
      ...(groups.length > 0 ? { groups: groups.map((each) => ({ name: each })) } : {}),
    });
    return { boardId: made.id, columnIds: made.columns.map(({ id }) => id) };
  }

  private async extend(tx: Tx, board: BoardFacts, plan: ImportPlan, names: readonly string[]) {
    const added = { groups: missingGroups(board, names), columns: newColumnsOf(plan) };
    return { boardId: board.id, columnIds: await this.extensions.add(tx, board, added) };
  }
}

function isExtended(board: BoardFacts, plan: ImportPlan, names: readonly string[]): boolean {
  return newColumnsOf(plan).length > 0 || missingGroups(board, names).length > 0;
}

function readBatch({ reader, reading, groupOf }: RowsToWrite, start: number, end: number): ItemToLoad[] {
  const problems: ImportProblem[] = [];
  const batch: ItemToLoad[] = [];
  for (let row = start; row < end; row += 1) {
    const read = reader.read(row, (problem) => problems.push(problem));
    const { group, name, description, values } = read;
    batch.push({ id: reading.itemIds[row]!, groupId: groupOf(group), name, description, values });
  }
  // The board has changed since the rows were checked.
  if (problems.length > 0) throw new InvalidRows(problems.slice(0, PROBLEMS_SHOWN), problems.length);
  return batch;
}

/** The plan's new columns, which now exist on the board, in their order. */
function boardAsMade(board: BoardFacts, plan: ImportPlan, columnIds: readonly ColumnId[]): ReadingBoard {
  let made = 0;
  const ids = plan.targets.map((target) => {
    if (target.to === 'column') return target.columnId;
    return target.to === 'newColumn' ? columnIds[made++] : undefined;
  });
  return {
    columns: board.columns,
    columnOf: (index) => (ids[index] === undefined ? undefined : board.columnsById.get(ids[index])),
  };
}
