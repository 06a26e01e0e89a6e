import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { BoardId, ColumnId, GroupId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { BoardsService, GROUPS_MAX, GroupsService } from '../../boards';
import { type ColumnTypeName, ColumnsService } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { type ItemLoad, ItemLoads, type ItemToLoad } from '../../items';
import { RowsRefused } from '../imports.errors';
import { type ImportProblem, PROBLEMS_SHOWN } from '../imports.schemas';
import type { FileTable } from '../reading/file-table';
import { indexOf, type ImportPlan, newColumnsOf } from './import-plan';
import type { PlaceAsked, PlaceFound } from './import-place';
import { ImportPreparation } from './import-preparation';
import { type ReadingBoard, type ReadingContext, RowReader, type ReadRow } from './row-reader';

/** Items written by one statement. */
const BATCH = 500;
const DEFAULT_WIDTH = 150;

type Tx = InTransaction<CallContext>;

/** Told after every batch how many rows are written; nobody else sees them before the commit. */
export type OnProgress = (done: number) => Promise<void>;

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
    private readonly boards: BoardsService,
    private readonly groups: GroupsService,
    private readonly columns: ColumnsService,
    private readonly items: ItemLoads,
    private readonly preparation: ImportPreparation,
  ) {}

  async write(
    tx: Tx,
    table: FileTable,
    plan: ImportPlan,
    place: PlaceFound & { asked: PlaceAsked },
    onProgress: OnProgress,
  ): Promise<BoardId> {
    const names = groupNames(table, plan);
    // Before anything is held: what others wait for must not wait for the reading.
    const reading = await this.preparation.reading(tx, table);
    const { boardId, columnIds } = place.board
      ? await this.extend(tx, place.board, plan, names)
      : await this.make(tx, place.asked, plan, names);
    const load = await this.items.begin(tx, boardId);
    const groupOf = groupFinder(load.board, place.asked.groupId);
    const reader = new RowReader(table, plan, boardAsMade(load.board, plan, columnIds), reading);
    await this.load(tx, load, { reader, reading, groupOf, count: table.rows.length }, onProgress);
    return boardId;
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
    await this.items.finish(tx, load);
  }

  private async make(tx: Tx, { projectId, name }: PlaceAsked, plan: ImportPlan, groups: readonly string[]) {
    if (groups.length > GROUPS_MAX)
      throw InvalidInput.at('mapping', `The file names more than ${GROUPS_MAX} groups`);
    const made = await this.boards.create(tx, {
      projectId: projectId!,
      name: name!,
      columns: newColumnsOf(plan),
      ...(groups.length > 0 ? { groups: groups.map((each) => ({ name: each })) } : {}),
    });
    return { boardId: made.id, columnIds: made.columns.map(({ id }) => id) };
  }

  private async extend(tx: Tx, board: BoardFacts, plan: ImportPlan, groups: readonly string[]) {
    const known = new Set(board.groups.map(({ name }) => name.toLowerCase()));
    for (const name of groups) {
      if (!known.has(name.toLowerCase())) await this.groups.create(tx, { boardId: board.id, name });
    }
    const columnIds: ColumnId[] = [];
    for (const { name, type, config } of newColumnsOf(plan)) {
      const column = { boardId: board.id, name, type: type as ColumnTypeName, config };
      const made = await this.columns.create(tx, { ...column, width: DEFAULT_WIDTH, required: false });
      columnIds.push(made.id);
    }
    return { boardId: board.id, columnIds };
  }
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
