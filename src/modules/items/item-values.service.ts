import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import type { ItemId } from '../../kernel/ids';
import type { JsonText } from '../../kernel/json';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { Input } from '../../rpc/schema';
import {
  DependencyReadModel,
  dependsOnPrevious,
  mustBeAcyclic,
  PrepareValues,
  type PreviousValues,
} from '../columns';
import { type BoardFacts, type ColumnFacts, Hierarchy } from '../hierarchy';
import { FreshStructure } from './fresh-structure';
import { isRefusal } from './item-functions';
import type { ItemRecord } from './item.record';
import { ItemChanged, ItemNotFound } from './items.errors';
import { refuseUnlessEditor } from './items.policy';
import { presentItem, presentItems } from './items.presenter';
import { ItemsRepository } from './items.repository';
import type { itemsBulkUpdate, itemsSetValue } from './items.schemas';

type SetValueInput = Input<typeof itemsSetValue>;
type BulkUpdateInput = Input<typeof itemsBulkUpdate>;

/** Changes of column values, single keys at a time, so that edits of different columns never erase each other. */
@Injectable()
export class ItemValuesService {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly values: PrepareValues,
    private readonly dependencies: DependencyReadModel,
    private readonly items: ItemsRepository,
    private readonly structure: FreshStructure,
    private readonly transactions: TransactionRunner,
  ) {}

  async setValue(context: CallContext, input: SetValueInput): Promise<JsonText> {
    const { facts } = await this.hierarchy.boardOfColumn(context, input.columnId);
    return this.structure.run(context, facts.id, async () => {
      const { facts: board, access } = await this.hierarchy.boardOfColumn(context, input.columnId);
      refuseUnlessEditor(access);
      const column = board.columnsById.get(input.columnId)!;
      const changes = { [input.columnId]: input.value };
      const options = { path: '', expected: input.expectedUpdatedAt };
      const item = standsAlone(column)
        ? await this.write(context, board, input.itemId, changes, options)
        : await this.transactions.run(context, (tx) =>
            this.writeHeld(tx, board, input.itemId, changes, options),
          );
      return presentItem(board, item);
    });
  }

  /** All of them or none. */
  bulkUpdate(context: CallContext, { itemIds, changes }: BulkUpdateInput): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const seen = await this.hierarchy.items(tx, itemIds);
      const { facts: board } = seen[0]!;
      for (const { access, item } of seen) {
        refuseUnlessEditor(access);
        if (item.boardId !== board.id) throw InvalidInput.at('itemIds', 'Must all be on one board');
      }
      const records: ItemRecord[] = [];
      // In the order of their ids, so that two bulk changes cannot wait for each other.
      for (const id of itemIds.toSorted()) {
        records.push(await this.writeHeld(tx, board, id, changes, { path: 'changes' }));
      }
      const byId = new Map(records.map((record) => [record.id, record]));
      return presentItems(
        board,
        itemIds.map((id) => byId.get(id)!),
      );
    });
  }

  /** For columns whose next value depends on the one before, or on those of other items: these stand still meanwhile. */
  private async writeHeld(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    id: ItemId,
    changes: Readonly<Record<string, unknown>>,
    options: { path: string; expected?: Date },
  ): Promise<ItemRecord> {
    const columns = board.columns.filter((column) => Object.hasOwn(changes, column.id));
    for (const column of columns.filter(mustBeAcyclic)) await this.dependencies.hold(tx, column.id);
    const previous = columns.some(dependsOnPrevious)
      ? await this.items.valuesForUpdate<PreviousValues>(tx, id)
      : {};
    return this.write(tx, board, id, changes, { ...options, previous: previous ?? {} });
  }

  private async write(
    context: CallContext,
    board: BoardFacts,
    id: ItemId,
    changes: Readonly<Record<string, unknown>>,
    { path, expected, previous }: { path: string; expected?: Date; previous?: PreviousValues },
  ): Promise<ItemRecord> {
    const prepared = await this.values.forChange(context, board, changes, { path, itemId: id, previous });
    try {
      return await this.items.setValues<ItemRecord>(context, board, id, prepared, expected);
    } catch (error) {
      if (isRefusal(error, 'itemChanged')) throw new ItemChanged();
      if (isRefusal(error, 'noSuchItem')) throw await this.whyNotThere(context, id);
      throw error;
    }
  }

  /** A hidden item is 404; one that the caller sees on another board is in the wrong place. */
  private async whyNotThere(context: CallContext, id: ItemId): Promise<Error> {
    // The refusal has ended a transaction that was open, so this asks outside of it.
    const outside = { ...context, transaction: null };
    const boards = await this.hierarchy.visibleItemBoards(outside, [id]);
    return boards.has(id)
      ? InvalidInput.at('columnId', 'Not a column of the item’s board')
      : new ItemNotFound();
  }
}

/** Whether a value of the column can be judged by itself. */
function standsAlone(column: ColumnFacts): boolean {
  return !dependsOnPrevious(column) && !mustBeAcyclic(column);
}
