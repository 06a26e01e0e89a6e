import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { newId } from '../../../kernel/ids';
import type { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { Input } from '../../../rpc/schema';
import {
  eachValue,
  type GivenValues,
  givenValues,
  NewLabelsService,
  PrepareValuesService,
} from '../../columns';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { cleanDescription } from '../write/clean-description';
import { StaleBoardRetryService } from '../write/stale-board-retry.service';
import { type AddedItem, ItemAdditionsService } from '../write/item-additions.service';
import type { itemsBulkCreate } from './item-bulk.schemas';
import { ItemLocksRepository } from '../item-locks.repository';
import { GroupOfAnotherBoard, PARENT_MUST_BE } from '../items.errors';
import { editItems } from '../items.policy';
import { presentItems } from '../items.presenter';
import { ItemsReadModel } from '../items.read-model';
import { authorize } from '../../../access/policy';

type BulkCreateInput = Input<typeof itemsBulkCreate>;

/** Creates several items of one group: all of them or none. */
@Injectable()
export class ItemBulkCreationService {
  constructor(
    private readonly structure: StaleBoardRetryService,
    private readonly hierarchy: HierarchyService,
    private readonly values: PrepareValuesService,
    private readonly labels: NewLabelsService,
    private readonly locks: ItemLocksRepository,
    private readonly additions: ItemAdditionsService,
    private readonly reads: ItemsReadModel,
  ) {}

  create(context: CallContext, input: BulkCreateInput): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const { facts, access } = await this.hierarchy.board(tx, input.boardId);
      authorize(editItems, tx.principal, { access });
      const given = input.items.map((item, at) => givenValues(facts, item, `items.${at}.`));
      const board = input.createLabels
        ? await this.labels.create(tx, { facts, access }, given.flatMap(eachValue))
        : facts;
      const { groupId, position = null } = input;
      if (!board.groupsById.has(groupId)) {
        await this.hierarchy.boardOfGroup(tx, groupId);
        throw new GroupOfAnotherBoard();
      }
      await this.rejectWrongParents(tx, input);
      const items = await this.checked(tx, board, input, given);
      const parents = new Set(items.flatMap(({ parentId }) => parentId ?? []));
      await this.locks.lockStructure(tx, board);
      await this.locks.lockLists(tx, [...parents], groupId);
      await this.additions.add(tx, board, { groupId, position }, items);
      const ids = items.map(({ id }) => id);
      return presentItems(await this.reads.records(tx, ids), () => board);
    });
  }

  private async rejectWrongParents(
    tx: InTransaction<CallContext>,
    { groupId, items }: BulkCreateInput,
  ): Promise<void> {
    const named = items.flatMap(({ parentId }, at) => (parentId === undefined ? [] : [{ parentId, at }]));
    const seen = await this.hierarchy.items(
      tx,
      named.map(({ parentId }) => parentId),
    );
    const wrong = seen.flatMap(({ item: parent }, index) =>
      parent.groupId !== groupId || parent.parentId !== null || parent.isArchived
        ? [{ path: `items.${named[index]!.at}.parentId`, message: PARENT_MUST_BE }]
        : [],
    );
    if (wrong.length > 0) throw new InvalidInput(wrong);
  }

  private async checked(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    input: BulkCreateInput,
    given: readonly GivenValues[],
  ): Promise<AddedItem[]> {
    const prepared = await this.values.forCreations(
      tx,
      board,
      given.map(({ values, pathOf }) => ({ inputs: values, path: pathOf })),
    );
    return input.items.map(({ name, description, parentId = null }, at) => ({
      id: newId('item'),
      parentId,
      name,
      description: cleanDescription(description, `items.${at}.description`),
      stored: prepared[at]!.set,
      path: given[at]!.pathOf,
    }));
  }
}
