import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import type { ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import {
  changedColumns,
  computedColumns,
  DependencyReadModel,
  LookupDependentsService,
  mustBeAcyclic,
  type PreparedValues,
  PrepareValuesService,
  type ValuePath,
} from '../../columns';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { type ExpectedValue, expectedValuesProblem } from './expected-values';
import { isIndependent } from './independent-columns';
import { isFunctionError } from './item-functions';
import type { ItemRecord } from '../item.record';
import { BoardIsChanging, ItemChanged, ItemNotFound } from '../items.errors';
import { ItemLocksRepository } from '../item-locks.repository';
import { ItemValuesRepository, type ValueWrite } from './item-values.repository';

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
    const acyclic = board.columns.filter(
      (column) => Object.hasOwn(changes, column.id) && mustBeAcyclic(column),
    );
    // Before the dependencies (locks.ts); the item's lock includes it.
    if (acyclic.length > 0) await this.locks.lockStructure(tx, board);
    for (const { id: columnId } of acyclic) await this.dependencies.lock(tx, columnId);
    const held = await this.items.lock(tx, board, id);
    if (held === null) throw await this.whyNotThere(tx, id);
    const problem = expectedValuesProblem(board, held.values, expectedValues);
    if (problem !== null) throw problem;
    const at = new Date(Math.max(clock.nowMs(), Date.parse(held.updatedAt) + 1));
    const prepared = await this.values.forChange(tx, board, changes, {
      path,
      itemId: id,
      held: { ...held, updatedAt: at.toISOString() },
    });
    if (changedColumns(held.values, prepared).length > 0)
      await this.followers.follow(tx, board, [id], computedColumns(board).changingWithEdits);
    return this.put(tx, board, id, prepared, { path, at, expected, endsTransaction });
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
