import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import type { Input } from '../../../rpc/schema';
import { HierarchyService } from '../../hierarchy';
import { isIndependent } from './independent-columns';
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
    private readonly locks: ItemLocksRepository,
    private readonly structure: StaleBoardRetryService,
    private readonly transactions: TransactionRunner,
  ) {}

  async setValue(caller: CallContext, input: SetValueInput): Promise<JsonText> {
    const boardId = await this.hierarchy.boardIdOfColumn(caller, input.columnId);
    return this.structure.run(caller, boardId, async (context) => {
      const { facts: board, access } = await this.hierarchy.recentBoardOfColumn(context, input.columnId);
      authorize(editItems, context.principal, { access });
      const column = board.columnsById.get(input.columnId)!;
      const changes = { [input.columnId]: input.value };
      const options = { path: '', expected: input.expectedUpdatedAt, expectedValues: expectedOf(input) };
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

  /** All of them or none. */
  bulkUpdate(context: CallContext, { itemIds, changes }: BulkUpdateInput): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const seen = await this.hierarchy.items(tx, itemIds);
      const { facts: board } = seen[0]!;
      for (const { access, item } of seen) {
        authorize(editItems, tx.principal, { access });
        if (item.boardId !== board.id) throw InvalidInput.at('itemIds', 'Must all be on one board');
      }
      await this.locks.lockStructure(tx, board);
      const records: ItemRecord[] = [];
      // In the order of their ids, so that two bulk changes cannot deadlock.
      const areIndependent = board.columns
        .filter(({ id }) => Object.hasOwn(changes, id))
        .every((column) => isIndependent(board, column));
      const options = { path: 'changes' };
      for (const id of itemIds.toSorted()) {
        records.push(
          areIndependent
            ? await this.writes.write(tx, board, id, changes, options)
            : await this.writes.writeHeld(tx, board, id, changes, options),
        );
      }
      const byId = new Map(records.map((record) => [record.id, record]));
      return presentItems(
        itemIds.map((id) => byId.get(id)!),
        () => board,
      );
    });
  }
}

function expectedOf({ columnId, expectedValue }: SetValueInput): ExpectedValue[] | undefined {
  return expectedValue === undefined
    ? undefined
    : [{ columnId, value: expectedValue, path: 'expectedValue' }];
}
