import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type ItemId, newId } from '../../kernel/ids';
import type { JsonText } from '../../kernel/json';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import type { Input } from '../../rpc/schema';
import { naturalKey } from '../../column-types/kinds/natural-key';
import { numberColumnsOf, PrepareValuesService } from '../columns';
import { type BoardFacts, HierarchyService } from '../hierarchy';
import { cleanDescription } from './write/clean-description';
import { StaleBoardRetryService } from './write/stale-board-retry.service';
import { LockedItemCreationService } from './write/locked-item-creation.service';
import { isFunctionError } from './write/item-functions';
import { ItemMaintenanceService } from './write/item-maintenance.service';
import { GroupOfAnotherBoard, ItemNotFound, ParentInWrongPlace } from './items.errors';
import { editItems } from './items.policy';
import { presentItem, presentItemWithParts } from './items.presenter';
import { ItemsReadModel } from './items.read-model';
import { ItemsRepository } from './items.repository';
import type { itemsCreate } from './items.schemas';
import { authorize } from '../../access/policy';

type CreateInput = Input<typeof itemsCreate>;

@Injectable()
export class ItemsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly values: PrepareValuesService,
    private readonly items: ItemsRepository,
    private readonly reads: ItemsReadModel,
    private readonly structure: StaleBoardRetryService,
    private readonly maintenance: ItemMaintenanceService,
    private readonly held: LockedItemCreationService,
  ) {}

  async get(context: CallContext, id: ItemId): Promise<JsonText> {
    const item = await this.reads.get(context, id);
    if (item === null) throw new ItemNotFound();
    const { facts } = await this.hierarchy.board(context, item.boardId, 'item');
    return presentItemWithParts(facts, item, {
      subItems: item.subItems ?? [],
      commentCount: item.commentCount,
      fileCount: item.fileCount,
    });
  }

  create(caller: CallContext, input: CreateInput): Promise<JsonText> {
    return this.structure.run(caller, input.boardId, async (context) => {
      const { facts: board, access } = await this.hierarchy.board(context, input.boardId);
      authorize(editItems, context.principal, { access });
      if (LockedItemCreationService.isNeeded(board)) {
        return this.structure.transact(context, (tx) => this.createHeld(tx, input));
      }
      await this.rejectWrongPlace(context, board, input);
      const id = newId('item');
      const now = clock.now();
      const description = cleanDescription(input.description);
      const placed = await this.insert(context, board, {
        id,
        groupId: input.groupId,
        parentId: input.parentId ?? null,
        position: input.position ?? null,
        name: input.name,
        nameKey: naturalKey(input.name),
        description,
        values: await this.values.withResults(
          context,
          board,
          await this.values.forCreation(context, board, input.values),
          now,
        ),
        numberColumns: numberColumnsOf(board),
        createdAt: now,
      });
      const createdAt = now.toISOString();
      return presentItem(board, {
        id,
        boardId: board.id,
        groupId: input.groupId,
        parentId: input.parentId ?? null,
        name: input.name,
        description,
        values: placed.values,
        position: placed.position,
        createdBy: context.principal.userId,
        createdAt,
        updatedAt: createdAt,
      });
    });
  }

  private async createHeld(tx: InTransaction<CallContext>, input: CreateInput): Promise<JsonText> {
    const { facts: board, access } = await this.hierarchy.board(tx, input.boardId);
    authorize(editItems, tx.principal, { access });
    await this.rejectWrongPlace(tx, board, input);
    const { set } = await this.values.forCreation(tx, board, input.values);
    const { groupId, parentId = null, position = null, name } = input;
    const description = cleanDescription(input.description);
    const item = { id: newId('item'), parentId, name, description, stored: set };
    return presentItem(board, await this.held.create(tx, board, { groupId, position }, item));
  }

  private async insert(
    context: CallContext,
    board: BoardFacts,
    item: Parameters<ItemsRepository['create']>[2],
  ) {
    try {
      const placed = await this.items.create(context, board, item);
      this.maintenance.after(context, board.id, item.parentId ?? item.groupId, placed);
      return placed;
    } catch (error) {
      if (isFunctionError(error, 'noSuchParent')) throw new ParentInWrongPlace();
      throw error;
    }
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
