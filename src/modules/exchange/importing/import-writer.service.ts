import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, GroupId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { BoardExtensionsService, BoardsService } from '../../boards';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { type ItemLoad, ItemLoadsService, ItemRevisionsService, type NumbersAside } from '../../items';
import { InvalidRows } from '../imports.errors';
import { ImportsRepository } from '../imports.repository';
import { BoardMoved } from './board-moved';
import { groupFinder, missingGroups } from './planning/group-names';
import { type ImportPlan, newColumnsOf, parentIndexesOf } from './import-plan';
import type { ImportResult } from './import-result';
import type { RequestedTarget } from './import-target.service';
import type { ReadingBoard, Reject } from './rows/row-reader';
import type { ReadItem, RowsToImport } from './rows/rows-to-import';
import { UnresolvedReferences } from './rows/unresolved-references';

/** Batches on their way to the database: it begins one while the service reads the next one. */
const BATCHES_IN_FLIGHT = 2;

type Tx = InTransaction<CallContext>;

/** Called after every batch with the number of written rows, which are invisible to others before the commit. */
export type OnProgress = (done: number) => void;

/** How rows are written. */
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

/** Writes rows to a board by a plan, in the caller's transaction: the board or its columns, groups, and all rows. */
@Injectable()
export class ImportWriterService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly boards: BoardsService,
    private readonly extensions: BoardExtensionsService,
    private readonly items: ItemLoadsService,
    private readonly revisions: ItemRevisionsService,
    private readonly imports: ImportsRepository,
  ) {}

  async write(
    tx: Tx,
    rows: RowsToImport,
    plan: ImportPlan,
    writing: ImportWriting,
  ): Promise<{ boardId: BoardId; result: ImportResult }> {
    const { asked, isHeld, aside, onProgress = () => {} } = writing;
    const names = rows.groupNames(plan);
    // Before the items of the keys are looked up.
    if (plan.updateBy !== undefined) await this.imports.lockBoard(tx, asked.id!);
    const before = asked.id === undefined ? null : await this.boardOf(tx, asked.id);
    // Before any other lock: other transactions must not wait for the parsing.
    const prepared = await rows.prepare(tx, plan, before);
    const board = before !== null && isHeld ? await this.lock(tx, before, plan, names) : before;
    const { boardId, columnIds } = board
      ? await this.extend(tx, board, plan, names)
      : await this.make(tx, asked, plan, names);
    const load = await this.items.begin(tx, boardId, aside);
    await this.items.addParents(tx, load, prepared.parents);
    await this.revisions.lock(tx, prepared.updated);
    const unresolved = new UnresolvedReferences();
    const groupOf = groupFinder(load.board, asked.groupId);
    const reports = { reject: rejectRows(), note: unresolved.add };
    const read = prepared.read(boardAsMade(load.board, plan, columnIds), reports);
    const [header] = parentIndexesOf(plan).map((index) => plan.headers[index]!);
    const noteParent = ({ line, name }: ReadItem) =>
      unresolved.add({ row: line, column: header ?? 'Parent', value: name, kind: 'depth' });
    const lostParents = new Set(prepared.parents.filter((id) => !load.parents.has(id)));
    const options = { groupOf, lostParents, noteParent, count: rows.count, onProgress };
    const updated = await this.load(tx, load, read, options);
    if (board !== null && !isHeld) await this.settle(tx, board, plan, names);
    await this.items.finish(tx, load);
    const result = {
      created: load.count,
      updated,
      unchanged: prepared.updated.length - updated,
      unresolved: unresolved.shown,
      unresolvedCount: unresolved.count,
    };
    return { boardId, result };
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

  /** Returns the number of existing items that changed. */
  private async load(
    tx: Tx,
    load: ItemLoad,
    batches: AsyncIterable<ReadItem[]>,
    { groupOf, lostParents, noteParent, count, onProgress }: LoadOptions,
  ): Promise<number> {
    const inFlight: Promise<void>[] = [];
    // All later statements of a failed transaction fail as well, also those of a batch that is in flight.
    let firstFailure: unknown;
    let done = 0;
    let updated = 0;
    try {
      for await (const batch of batches) {
        done += batch.length;
        const existing = batch.filter(({ isUpdate }) => isUpdate);
        if (existing.length > 0) {
          await Promise.all(inFlight.splice(0));
          updated += (
            await this.revisions.write(
              tx,
              load.board,
              existing.map((item) => revisionOf(item, load.board)),
            )
          ).length;
        }
        const added = batch.filter(({ isUpdate }) => !isUpdate);
        // An existing item that is archived, or itself a sub-item, cannot have sub-items: the row becomes an item.
        const items = added.map((item) => {
          const isLost = item.parentId !== null && lostParents.has(item.parentId);
          if (isLost) noteParent(item);
          const path = pathIn(item, load.board);
          return { ...toLoad(isLost ? { ...item, parentId: null } : item, groupOf), path };
        });
        const written =
          items.length === 0
            ? Promise.resolve()
            : (await this.items.add(tx, load, items, Math.max(0, count - done))).written;
        const settled = reported(written, onProgress, done);
        settled.catch((error: unknown) => (firstFailure ??= error));
        inFlight.push(settled);
        if (inFlight.length >= BATCHES_IN_FLIGHT) await inFlight.shift();
      }
    } catch (error) {
      await Promise.allSettled(inFlight);
      throw firstFailure ?? error;
    }
    await Promise.all(inFlight);
    return updated;
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
      ...(groups.length > 0 ? { groups: groups.map((each) => coloredGroup(each, plan)) } : {}),
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

async function reported(written: Promise<void>, onProgress: OnProgress, done: number): Promise<void> {
  await written;
  onProgress(done);
}

/** The board has changed since the rows were checked, or they are checked now. */
function rejectRows(): Reject {
  return (problem) => {
    throw new InvalidRows([problem], 1);
  };
}

interface LoadOptions {
  groupOf: (name: string) => GroupId;
  /** Existing items that cannot have sub-items. */
  lostParents: ReadonlySet<ItemId>;
  noteParent: (item: ReadItem) => void;
  count: number;
  onProgress: OnProgress;
}

function toLoad(item: ReadItem, groupOf: (name: string) => GroupId) {
  const { id, name, description = null, values, group, parentId, isParent } = item;
  return { id, name, description, values, groupId: groupOf(group), parentId, isParent };
}

function revisionOf(item: ReadItem, board: BoardFacts) {
  const { id, name, description, changes } = item;
  return { id, name, description, values: changes, path: pathIn(item, board) };
}

/** The places of a row's values, as problems of rows name them. */
function pathIn({ line }: ReadItem, { columnsById }: BoardFacts) {
  return (columnId: string) => `lines.${line}.${columnsById.get(columnId as ColumnId)!.name}`;
}

function coloredGroup(name: string, { groupColors }: ImportPlan) {
  const color = groupColors?.[name];
  return color === undefined ? { name } : { name, color };
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
