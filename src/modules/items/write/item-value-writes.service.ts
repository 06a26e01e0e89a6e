import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import type { ColumnId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import {
  changedColumns,
  computedColumns,
  DependencyReadModel,
  type EarlierValues,
  LookupDependentsService,
  mustBeAcyclic,
  type PreparedValues,
  PrepareValuesService,
  type RejectedReturn,
  ReturnedValuesService,
  type ValuePath,
} from '../../columns';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { type ExpectedValue, expectedValuesProblem } from './expected-values';
import { isIndependent } from './independent-columns';
import { isFunctionError } from './item-functions';
import type { ItemRecord } from '../item.record';
import { BoardIsChanging, ItemChanged, ItemNotFound } from '../items.errors';
import { ItemLocksRepository } from '../item-locks.repository';
import { ItemValuesRepository, type LockedItem, type ValueWrite } from './item-values.repository';

/** Items of one statement, which has ten seconds even if the database is busy. */
const WRITTEN_TOGETHER = 200;

type Changes = Readonly<Record<string, unknown>>;

export interface ValueWriteOptions {
  path: ValuePath;
  expected?: Date | undefined;
  /** The values that cells of the locked item must have. */
  expectedValues?: readonly ExpectedValue[] | undefined;
  /** Whether the transaction of the context ends with this write. */
  endsTransaction?: boolean;
}

/** Writes values of one item. */
@Injectable()
export class ItemValueWritesService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly values: PrepareValuesService,
    private readonly dependencies: DependencyReadModel,
    private readonly items: ItemValuesRepository,
    private readonly locks: ItemLocksRepository,
    private readonly followers: LookupDependentsService,
    private readonly returned: ReturnedValuesService,
  ) {}

  /** Alone, if the columns allow it. Inside a transaction: the caller has found the item on the board, and its columns. */
  writeWithin(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    id: ItemId,
    changes: Changes,
    options: ValueWriteOptions,
  ): Promise<ItemRecord> {
    const canWriteAlone =
      (options.expectedValues ?? []).length === 0 &&
      board.columns
        .filter((column) => Object.hasOwn(changes, column.id))
        .every((column) => isIndependent(board, column));
    return canWriteAlone
      ? this.write(tx, board, id, changes, options)
      : this.writeHeld(tx, board, id, changes, options);
  }

  /**
   * Writes columns that `areWrittenTogether` of several items, in the given order and with few statements. Null, and nothing is
   * written, if a value is rejected: `writeWithin` then rejects it for its item.
   */
  async writeTogether(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    items: readonly { id: ItemId; changes: Changes; path: ValuePath }[],
  ): Promise<ItemRecord[] | null> {
    const inputs = items.map(({ changes, path }) => ({ inputs: changes, path }));
    const prepared = await this.values.forChanges(tx, board, inputs).catch(nullIfRejected);
    if (prepared === null) return null;
    const writes = items.map(({ id }, at) => ({ id, values: prepared[at]! }));
    const records: ItemRecord[] = [];
    try {
      for (let at = 0; at < writes.length; at += WRITTEN_TOGETHER) {
        const part = writes.slice(at, at + WRITTEN_TOGETHER);
        records.push(...(await this.items.setValuesOfMany<ItemRecord>(tx, board, part, clock.now())));
      }
      return records;
    } catch (error) {
      throw isFunctionError(error, 'noSuchItem') ? new BoardIsChanging(error) : error;
    }
  }

  /** For columns whose values are checked on their own, and from which nothing is computed. */
  async write(
    context: CallContext,
    board: BoardFacts,
    id: ItemId,
    changes: Changes,
    { path, expected }: ValueWriteOptions,
  ): Promise<ItemRecord> {
    const prepared = await this.values.forChange(context, board, changes, { path, itemId: id });
    return this.put(context, board, id, prepared, { path, at: clock.now(), expected });
  }

  /**
   * For columns whose next value depends on the previous one or on values of other items, and for columns that
   * others are computed from: the structure and all these items are locked.
   */
  async writeHeld(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    id: ItemId,
    changes: Changes,
    { path, expected, expectedValues = [], endsTransaction = false }: ValueWriteOptions,
  ): Promise<ItemRecord> {
    const held = await this.hold(tx, board, id, (columnId) => Object.hasOwn(changes, columnId));
    const problem = expectedValuesProblem(board, held.values, expectedValues);
    if (problem !== null) throw problem;
    const prepared = await this.values.forChange(tx, board, changes, { path, itemId: id, held });
    await this.follow(tx, board, id, held.values, prepared);
    return this.put(tx, board, id, prepared, {
      path,
      at: new Date(held.updatedAt),
      expected,
      endsTransaction,
    });
  }

  /** Writes stored values that the cells had earlier; returns why columns do not accept theirs, which stay unchanged. */
  async writeReturned(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    id: ItemId,
    earlier: EarlierValues,
  ): Promise<Map<ColumnId, RejectedReturn>> {
    const held = await this.hold(tx, board, id, (columnId) => earlier.has(columnId));
    const { prepared, rejected } = await this.returned.prepare(tx, board, { id, ...held }, earlier);
    await this.follow(tx, board, id, held.values, prepared);
    if (prepared.touched.length > 0)
      await this.put(tx, board, id, prepared, { path: 'values', at: new Date(held.updatedAt) });
    return rejected;
  }

  /** Locks the item, and first the dependencies in its changing columns; with the time of its change. */
  private async hold(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    id: ItemId,
    isChanging: (columnId: ColumnId) => boolean,
  ): Promise<LockedItem> {
    const acyclic = board.columns.filter((column) => isChanging(column.id) && mustBeAcyclic(column));
    // Before the dependencies (locks.ts); the item's lock includes it.
    if (acyclic.length > 0) await this.locks.lockStructure(tx, board);
    for (const { id: columnId } of acyclic) await this.dependencies.lock(tx, columnId);
    const held = await this.items.lock(tx, board, id);
    if (held === null) throw await this.whyNotThere(tx, id);
    const at = new Date(Math.max(clock.nowMs(), Date.parse(held.updatedAt) + 1));
    return { ...held, updatedAt: at.toISOString() };
  }

  private async follow(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    id: ItemId,
    before: LockedItem['values'],
    prepared: PreparedValues,
  ): Promise<void> {
    if (changedColumns(before, prepared).length > 0)
      await this.followers.follow(tx, board, [id], computedColumns(board).changingWithEdits);
  }

  private async put(
    context: CallContext,
    board: BoardFacts,
    id: ItemId,
    prepared: PreparedValues,
    { path, ...options }: ValueWrite & { path: ValuePath },
  ): Promise<ItemRecord> {
    await this.values.assertFree(context, board, [{ id, entries: prepared.entries, path }]);
    try {
      return await this.items.setValues<ItemRecord>(context, board, id, prepared, options);
    } catch (error) {
      if (isFunctionError(error, 'itemChanged')) throw new ItemChanged();
      if (!isFunctionError(error, 'noSuchItem')) throw error;
      // The item existed a moment ago, and the transaction is aborted: the whole transaction is retried.
      throw context.transaction ? new BoardIsChanging(error) : await this.whyNotThere(context, id);
    }
  }

  /** A hidden item is 404; a visible one on another board is 400. */
  private async whyNotThere(context: CallContext, id: ItemId): Promise<Error> {
    const boards = await this.hierarchy.visibleItemBoards(context, [id]);
    return boards.has(id)
      ? InvalidInput.at('columnId', "Not a column of the item's board")
      : new ItemNotFound();
  }
}

/** Rejections of values name them. */
function nullIfRejected(error: unknown): null {
  if (error instanceof AppError && error.issues !== undefined) return null;
  throw error;
}
