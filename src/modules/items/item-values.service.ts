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
import { ItemStatesRepository } from './item-states.repository';
import type { ItemRecord } from './item.record';
import { BoardIsChanging, ItemChanged, ItemNotFound } from './items.errors';
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
    private readonly states: ItemStatesRepository,
    private readonly structure: FreshStructure,
    private readonly transactions: TransactionRunner,
  ) {}

  async setValue(caller: CallContext, input: SetValueInput): Promise<JsonText> {
    const { facts } = await this.hierarchy.boardOfColumn(caller, input.columnId);
    return this.structure.run(caller, facts.id, async (context) => {
      const { facts: board, access } = await this.hierarchy.boardOfColumn(context, input.columnId);
      refuseUnlessEditor(access);
      const column = board.columnsById.get(input.columnId)!;
      const changes = { [input.columnId]: input.value };
      const options = { path: '', expected: input.expectedUpdatedAt };
      // Inside a transaction a refusal by the database would end it: there it is looked first.
      const item =
        standsAlone(column) && context.transaction === null
          ? await this.write(context, board, input.itemId, changes, options)
          : await this.transactions.run(context, async (tx) => {
              await this.states.holdStructure(tx, board);
              return this.writeHeld(tx, board, input.itemId, changes, options);
            });
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
      await this.states.holdStructure(tx, board);
      const records: ItemRecord[] = [];
      // In the order of their ids, so that two bulk changes cannot wait for each other.
      const stand = board.columns.filter(({ id }) => Object.hasOwn(changes, id)).every(standsAlone);
      const options = { path: 'changes' };
      for (const id of itemIds.toSorted()) {
        records.push(
          stand
            ? await this.write(tx, board, id, changes, options)
            : await this.writeHeld(tx, board, id, changes, options),
        );
      }
      const byId = new Map(records.map((record) => [record.id, record]));
      return presentItems(
        itemIds.map((id) => byId.get(id)!),
        () => board,
      );
    });
  }

  /**
   * For columns whose next value depends on the one before, or on those of other items: these stand still meanwhile. The
   * caller holds the structure.
   */
  private async writeHeld(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    id: ItemId,
    changes: Readonly<Record<string, unknown>>,
    options: { path: string; expected?: Date },
  ): Promise<ItemRecord> {
    for (const column of board.columns) {
      if (Object.hasOwn(changes, column.id) && mustBeAcyclic(column))
        await this.dependencies.hold(tx, column.id);
    }
    const held = await this.items.hold<PreviousValues>(tx, id);
    if (held?.boardId !== board.id) throw await this.whyNotThere(tx, id);
    return this.write(tx, board, id, changes, { ...options, previous: held.values });
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
      if (!isRefusal(error, 'noSuchItem')) throw error;
      // In a transaction it was there a moment ago, and nothing can be asked any more: the whole is tried again.
      throw context.transaction ? new BoardIsChanging(error) : await this.whyNotThere(context, id);
    }
  }

  /** A hidden item is 404; one that the caller sees on another board is in the wrong place. */
  private async whyNotThere(context: CallContext, id: ItemId): Promise<Error> {
    const boards = await this.hierarchy.visibleItemBoards(context, [id]);
    return boards.has(id)
      ? InvalidInput.at('columnId', 'Not a column of the item’s board')
      : new ItemNotFound();
  }
}

/** Whether a value of the column can be judged by itself. */
function standsAlone(column: ColumnFacts): boolean {
  return !dependsOnPrevious(column) && !mustBeAcyclic(column);
}
