import { Injectable } from '@nestjs/common';
import type { JsonText } from '../../kernel/json';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import type { Input } from '../../rpc/schema';
import { eachValue, givenValues, NewLabelsService, PrepareValuesService } from '../columns';
import { type BoardFacts, HierarchyService } from '../hierarchy';
import { ItemInsertionService } from './write/item-insertion.service';
import { StaleBoardRetryService } from './write/stale-board-retry.service';
import { LockedItemCreationService } from './write/locked-item-creation.service';
import { GroupOfAnotherBoard, ItemNotFound, ParentInWrongPlace } from './items.errors';
import { editItems } from './items.policy';
import { presentItem, presentItemWithParts } from './items.presenter';
import { ItemsReadModel } from './items.read-model';
import { IncludedRecordsService } from './included/included-records.service';
import type { itemsCreate, itemsGet } from './items.schemas';
import { authorize } from '../../access/policy';

type CreateInput = Input<typeof itemsCreate>;

@Injectable()
export class ItemsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly values: PrepareValuesService,
    private readonly labels: NewLabelsService,
    private readonly reads: ItemsReadModel,
    private readonly structure: StaleBoardRetryService,
    private readonly insertion: ItemInsertionService,
    private readonly included: IncludedRecordsService,
  ) {}

  async get(context: CallContext, { id, include }: Input<typeof itemsGet>): Promise<JsonText> {
    const item = await this.reads.get(context, id);
    if (item === null) throw new ItemNotFound();
    const { facts } = await this.hierarchy.board(context, item.boardId, 'item');
    const subItems = item.subItems ?? [];
    return presentItemWithParts(facts, item, {
      subItems,
      included: await this.included.of(context, facts, [item, ...subItems], include),
      commentCount: item.commentCount,
      fileCount: item.fileCount,
    });
  }

  create(caller: CallContext, input: CreateInput): Promise<JsonText> {
    if (input.createLabels) return this.structure.transact(caller, (tx) => this.createLocked(tx, input));
    return this.structure.run(caller, input.boardId, async (context) => {
      const { facts: board, access } = await this.hierarchy.board(context, input.boardId);
      authorize(editItems, context.principal, { access });
      return LockedItemCreationService.isNeeded(board)
        ? this.structure.transact(context, (tx) => this.createLocked(tx, input))
        : this.createOn(context, board, input);
    });
  }

  private async createLocked(tx: InTransaction<CallContext>, input: CreateInput): Promise<JsonText> {
    const { facts, access } = await this.hierarchy.board(tx, input.boardId);
    authorize(editItems, tx.principal, { access });
    const board = input.createLabels
      ? await this.labels.create(tx, { facts, access }, eachValue(givenValues(facts, input)))
      : facts;
    return this.createOn(tx, board, input);
  }

  private async createOn(context: CallContext, board: BoardFacts, input: CreateInput): Promise<JsonText> {
    await this.rejectWrongPlace(context, board, input);
    const { groupId, parentId = null, position = null, name, description } = input;
    const { values: inputs, pathOf } = givenValues(board, input);
    const [values] = await this.values.forCreations(context, board, [{ inputs, path: pathOf }]);
    const item = { groupId, parentId, position, name, description, values: values!, path: pathOf };
    return presentItem(board, await this.insertion.insert(context, board, item));
  }

  private async rejectWrongPlace(
    context: CallContext,
    board: BoardFacts,
    { groupId, parentId }: CreateInput,
  ): Promise<void> {
    if (!board.groupsById.has(groupId)) {
      await this.hierarchy.boardOfGroup(context, groupId);
      throw new GroupOfAnotherBoard();
    }
    if (parentId === undefined) return;
    const { item: parent } = await this.hierarchy.item(context, parentId);
    if (parent.groupId !== groupId || parent.parentId !== null || parent.isArchived)
      throw new ParentInWrongPlace();
  }
}
