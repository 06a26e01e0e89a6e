import { Injectable } from '@nestjs/common';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import { InvalidInput } from '../../../kernel/app-error';
import type { InTransaction } from '../../../platform/database/transaction';
import type { Input } from '../../../rpc/schema';
import { eachValue, type GivenValues, givenValues, hasDistinctValues, NewLabelsService } from '../../columns';
import { type BoardFacts, type ColumnFacts, HierarchyService } from '../../hierarchy';
import { KeyNotUnique, NoGroupForItems } from '../items.errors';
import { editItems } from '../items.policy';
import { StaleBoardRetryService } from '../write/stale-board-retry.service';
import type { itemsUpsert } from './item-upsert.schemas';
import { type UpsertedItem, UpsertWritesService } from './upsert-writes.service';
import { upsertKeys } from './upsert-keys';

type UpsertInput = Input<typeof itemsUpsert>;

/** items.upsert: creates or updates items by the values of a unique column (contract §7). */
@Injectable()
export class ItemUpsertService {
  constructor(
    private readonly structure: StaleBoardRetryService,
    private readonly hierarchy: HierarchyService,
    private readonly labels: NewLabelsService,
    private readonly writes: UpsertWritesService,
  ) {}

  upsert(context: CallContext, input: UpsertInput) {
    return this.structure.transact(context, async (tx) => {
      const { facts, access } = await this.hierarchy.board(tx, input.boardId);
      authorize(editItems, tx.principal, { access });
      const keyColumn = keyColumnOf(facts, input);
      const keys = upsertKeys(keyColumn, input.items);
      const given = input.items.map((item, at) => givenValues(facts, item, `items.${at}.`));
      rejectKeysAmong(given, keyColumn);
      await this.rejectOtherGroups(tx, facts, input);
      const board = input.createLabels
        ? await this.labels.create(tx, { facts, access }, given.flatMap(eachValue))
        : facts;
      const items = input.items.map(({ name, groupId }, at): UpsertedItem => {
        const { values, pathOf } = given[at]!;
        return { at, key: keys[at]!, name, groupId, values, pathOf };
      });
      const outcomes = await this.writes.write(tx, board, keyColumn, items);
      return { results: input.items.map(({ key }, at) => ({ key, ...outcomes.get(at)! })) };
    });
  }

  /** A group that the caller does not see is 404. */
  private async rejectOtherGroups(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    { items }: UpsertInput,
  ): Promise<void> {
    if (board.groups.length === 0) throw new NoGroupForItems();
    for (const [at, { groupId }] of items.entries()) {
      if (groupId === undefined || board.groupsById.has(groupId)) continue;
      await this.hierarchy.boardOfGroup(tx, groupId);
      throw InvalidInput.at(`items.${at}.groupId`, 'Not a group of this board');
    }
  }
}

function keyColumnOf(board: BoardFacts, { key }: UpsertInput): ColumnFacts {
  const column = board.columnsById.get(key);
  if (column === undefined) throw InvalidInput.at('key', 'Unknown column of this board');
  if (!hasDistinctValues(column)) throw new KeyNotUnique(column.name);
  return column;
}

function rejectKeysAmong(given: readonly GivenValues[], { id }: ColumnFacts): void {
  const issues = given.flatMap(({ values, pathOf }) =>
    Object.hasOwn(values, id)
      ? [{ path: pathOf(id), message: 'The value of this column is given as key' }]
      : [],
  );
  if (issues.length > 0) throw new InvalidInput(issues.slice(0, 20));
}
