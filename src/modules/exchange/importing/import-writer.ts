import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { BoardId, ColumnId, GroupId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { BoardExtensions, BoardsService } from '../../boards';
import { type BoardFacts, Hierarchy } from '../../hierarchy';
import { type ItemLoad, ItemLoads, type ItemToLoad, type NumbersAside } from '../../items';
import { RowsRefused } from '../imports.errors';
import { type ImportProblem, PROBLEMS_SHOWN } from '../imports.schemas';
import type { FileTable } from '../reading/file-table';
import { BoardMoved } from './board-moved';
import { indexOf, type ImportPlan, newColumnsOf } from './import-plan';
import type { PlaceAsked } from './import-place';
import { ImportPreparation } from './import-preparation';
import { type ReadingBoard, type ReadingContext, RowReader, type ReadRow } from './row-reader';

/** Items written by one statement. */
const BATCH = 500;

type Tx = InTransaction<CallContext>;

/** Told after every batch how many rows are written; nobody else sees them before the commit. */
export type OnProgress = (done: number) => Promise<void>;

/** How a table is written. */
export interface ImportWriting {
  asked: PlaceAsked;
  /**
   * Whether the board's groups and columns stand still from the beginning. Otherwise they are compared at the end, and
   * BoardMoved is thrown when others have changed them: whoever edits the board waits for nothing.
   */
  isHeld: boolean;
  aside?: NumbersAside;
  onProgress?: OnProgress;
}

interface RowsToWrite {
  reader: RowReader;
  reading: ReadingContext;
  groupOf: (row: ReadRow) => GroupId;
  count: number;
}

/** Writes a table to a board by a plan, in the caller's transaction: the board or its columns, groups, and all rows. */
@Injectable()
export class ImportWriter {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly boards: BoardsService,
    private readonly extensions: BoardExtensions,
    private readonly items: ItemLoads,
    private readonly preparation: ImportPreparation,
  ) {}

  async write(tx: Tx, table: FileTable, plan: ImportPlan, writing: ImportWriting): Promise<BoardId> {
    const { asked, isHeld, aside, onProgress = async () => {} } = writing;
    const names = groupNames(table, plan);
    const before = asked.id === undefined ? null : await this.boardOf(tx, asked.id);
    // Before anything is held: what others wait for must not wait for the reading.
    const reading = await this.preparation.reading(tx, table, plan, before);
    const board = before !== null && isHeld ? await this.hold(tx, before, plan, names) : before;
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

  /** The board as it is then until the transaction ends. */
  private async hold(
    tx: Tx,
    board: BoardFacts,
    plan: ImportPlan,
    names: readonly string[],
  ): Promise<BoardFacts> {
    if (isExtended(board, plan, names)) await this.extensions.hold(tx, board.id);
    else await this.items.hold(tx, board.id);
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
      // Read while the database is busy with the batch before.
      const batch = readBatch(rows, start, end);
      await writing;
      writing = this.items.add(tx, load, batch).then(() => onProgress(end));
      // Reading may fail first; then nobody waits for this one any more.
      writing.catch(() => undefined);
    }
    await writing;
  }

  private async make(tx: Tx, { projectId, name }: PlaceAsked, plan: ImportPlan, groups: readonly string[]) {
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

function missingGroups(board: BoardFacts, names: readonly string[]): string[] {
  const known = new Set(board.groups.map(({ name }) => name.toLowerCase()));
  return names.filter((name) => !known.has(name.toLowerCase()));
}

function isExtended(board: BoardFacts, plan: ImportPlan, names: readonly string[]): boolean {
  return newColumnsOf(plan).length > 0 || missingGroups(board, names).length > 0;
}

function readBatch({ reader, reading, groupOf }: RowsToWrite, start: number, end: number): ItemToLoad[] {
  const problems: ImportProblem[] = [];
  const batch: ItemToLoad[] = [];
  for (let row = start; row < end; row += 1) {
    const read = reader.read(row, (problem) => problems.push(problem));
    const { name, description, values } = read;
    batch.push({ id: reading.itemIds[row]!, groupId: groupOf(read), name, description, values });
  }
  // The board has changed since the rows were checked.
  if (problems.length > 0) throw new RowsRefused(problems.slice(0, PROBLEMS_SHOWN), problems.length);
  return batch;
}

/** The groups that rows name, each once, as the first of them writes it. */
export function groupNames({ rows }: FileTable, plan: ImportPlan): string[] {
  const index = indexOf(plan, 'group');
  if (index === -1) return [];
  const names = new Map<string, string>();
  for (const row of rows) {
    const name = row[index]!.trim();
    if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

function groupFinder(board: BoardFacts, given: GroupId | undefined): (row: ReadRow) => GroupId {
  const byName = new Map(board.groups.toReversed().map(({ id, name }) => [name.toLowerCase(), id]));
  const unnamed = given ?? board.groups[0]?.id;
  return ({ group }) => {
    const id = group === '' ? unnamed : byName.get(group.toLowerCase());
    if (id === undefined) throw InvalidInput.at('groupId', 'The board has no group; make one first');
    return id;
  };
}

/** The plan's new columns, which the board has by now, in their order. */
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
