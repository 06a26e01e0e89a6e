import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { ItemId } from '../../../kernel/ids';
import type { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import type { Input } from '../../../rpc/schema';
import { eachValue, NewLabelsService, type ValuePath } from '../../columns';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { areWrittenTogether, isIndependent } from './independent-columns';
import type { ExpectedValue } from './expected-values';
import { StaleBoardRetryService } from './stale-board-retry.service';
import { ItemLocksRepository } from '../item-locks.repository';
import { ItemValueWritesService } from './item-value-writes.service';
import type { ItemRecord } from '../item.record';
import { editItems } from '../items.policy';
import { presentItem, presentItems } from '../items.presenter';
import type { itemsBulkUpdate, itemsSetValue } from '../items.schemas';
import { authorize } from '../../../access/policy';

type SetValueInput = Input<typeof itemsSetValue>;
type BulkUpdateInput = Input<typeof itemsBulkUpdate>;

/** Changes column values key by key, so that edits of different columns never overwrite each other. */
@Injectable()
export class ItemValuesService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly writes: ItemValueWritesService,
    private readonly labels: NewLabelsService,
    private readonly locks: ItemLocksRepository,
    private readonly structure: StaleBoardRetryService,
    private readonly transactions: TransactionRunner,
  ) {}

  async setValue(caller: CallContext, input: SetValueInput): Promise<JsonText> {
    if (input.createLabels) return this.setWithLabels(caller, input);
    const boardId = await this.hierarchy.boardIdOfColumn(caller, input.columnId);
    return this.structure.run(caller, boardId, async (context) => {
      const { facts: board, access } = await this.hierarchy.recentBoardOfColumn(context, input.columnId);
      authorize(editItems, context.principal, { access });
      const column = board.columnsById.get(input.columnId)!;
      const { changes, ...options } = valueWriteOf(input);
      // Inside a transaction an error of the database would abort it, so the check runs first.
      const item =
        isIndependent(board, column) && options.expectedValues === undefined && context.transaction === null
          ? await this.writes.write(context, board, input.itemId, changes, options)
          : await this.transactions.run(context, (tx) =>
              this.writes.writeHeld(tx, board, input.itemId, changes, {
                ...options,
                endsTransaction: context.transaction === null,
              }),
            );
      return presentItem(board, item);
    });
  }

  private setWithLabels(caller: CallContext, input: SetValueInput): Promise<JsonText> {
    return this.structure.transact(caller, async (tx) => {
      const { facts, access } = await this.hierarchy.boardOfColumn(tx, input.columnId);
      authorize(editItems, tx.principal, { access });
      const { changes, ...options } = valueWriteOf(input);
      const board = await this.labels.create(tx, { facts, access }, [{ ...input, path: 'value' }]);
      return presentItem(board, await this.writes.writeHeld(tx, board, input.itemId, changes, options));
    });
  }

  /** All of them or none. */
  bulkUpdate(context: CallContext, { itemIds, changes, createLabels }: BulkUpdateInput): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const seen = await this.hierarchy.items(tx, itemIds);
      const { facts } = seen[0]!;
      for (const { access, item } of seen) {
        authorize(editItems, tx.principal, { access });
        if (item.boardId !== facts.id) throw InvalidInput.at('itemIds', 'Must all be on one board');
      }
      const pathOf = (columnId: string) => `changes.${columnId}`;
      const board = createLabels
        ? await this.labels.create(tx, seen[0]!, eachValue({ values: changes, pathOf }))
        : facts;
      await this.locks.lockStructure(tx, board);
      const records = await this.writeSame(tx, board, itemIds, { changes, path: pathOf });
      const byId = new Map(records.map((record) => [record.id, record]));
      return presentItems(
        itemIds.map((id) => byId.get(id)!),
        () => board,
      );
    });
  }

  /** In the order of their ids, so that two bulk changes cannot deadlock. */
  private async writeSame(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    itemIds: readonly ItemId[],
    { changes, path }: { changes: BulkUpdateInput['changes']; path: ValuePath },
  ): Promise<ItemRecord[]> {
    const ids = itemIds.toSorted();
    if (areWrittenTogether(board, Object.keys(changes))) {
      const items = ids.map((id) => ({ id, changes, path }));
      const written = await this.writes.writeTogether(tx, board, items);
      if (written !== null) return written;
    }
    const records: ItemRecord[] = [];
    for (const id of ids) records.push(await this.writes.writeWithin(tx, board, id, changes, { path }));
    return records;
  }
}

function valueWriteOf({ columnId, value, expectedValue, expectedUpdatedAt: expected }: SetValueInput) {
  const expectedValues: ExpectedValue[] | undefined =
    expectedValue === undefined ? undefined : [{ columnId, value: expectedValue, path: 'expectedValue' }];
  return { changes: { [columnId]: value }, path: '', expected, expectedValues };
}
