import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type ItemId, newId } from '../../kernel/ids';
import type { JsonText } from '../../kernel/json';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import type { Input } from '../../rpc/schema';
import { naturalKey, numberColumnsOf, PrepareValues, sanitizeRichText } from '../columns';
import { type BoardFacts, Hierarchy } from '../hierarchy';
import { FreshStructure } from './fresh-structure';
import { isRefusal } from './item-functions';
import { ItemUpkeep } from './item-upkeep';
import { GroupOfAnotherBoard, ItemChanged, ItemNotFound, ParentInWrongPlace } from './items.errors';
import { itemsEvents } from './items.events';
import { refuseUnlessEditor } from './items.policy';
import { presentItem, presentItemWithParts } from './items.presenter';
import { ItemsReadModel } from './items.read-model';
import { ItemsRepository } from './items.repository';
import type { itemsCreate, itemsUpdate } from './items.schemas';

type CreateInput = Input<typeof itemsCreate>;
type UpdateInput = Input<typeof itemsUpdate>;

@Injectable()
export class ItemsService {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly values: PrepareValues,
    private readonly items: ItemsRepository,
    private readonly reads: ItemsReadModel,
    private readonly structure: FreshStructure,
    private readonly upkeep: ItemUpkeep,
    private readonly transactions: TransactionRunner,
    private readonly outbox: Outbox,
  ) {}

  async get(context: CallContext, id: ItemId): Promise<JsonText> {
    const item = await this.reads.get(context, id);
    if (item === null) throw new ItemNotFound();
    const { facts } = await this.hierarchy.board(context, item.boardId, 'item');
    // Nothing makes comments or files yet, so there are none to count.
    return presentItemWithParts(facts, item, {
      subItems: item.subItems ?? [],
      commentCount: 0,
      fileCount: 0,
    });
  }

  create(context: CallContext, input: CreateInput): Promise<JsonText> {
    return this.structure.run(context, input.boardId, async () => {
      const { facts: board, access } = await this.hierarchy.board(context, input.boardId);
      refuseUnlessEditor(access);
      await this.refuseWrongPlace(context, board, input);
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
        values: await this.values.forCreation(context, board, input.values),
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

  update(context: CallContext, { id, name, description, expectedUpdatedAt }: UpdateInput): Promise<JsonText> {
    return this.transactions.run(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.item(tx, id);
      refuseUnlessEditor(access);
      const patch = {
        name,
        nameKey: name === undefined ? undefined : naturalKey(name),
        description: description === undefined ? undefined : cleanDescription(description),
      };
      if (!(await this.items.update(tx, id, patch, expectedUpdatedAt))) throw new ItemChanged();
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(patch.description === undefined ? {} : { description: patch.description }),
      };
      await this.outbox.append(tx, itemsEvents.updated(board.id, id, changes));
      const [item] = await this.reads.records(tx, [id]);
      return presentItem(board, item!);
    });
  }

  private async insert(
    context: CallContext,
    board: BoardFacts,
    item: Parameters<ItemsRepository['create']>[2],
  ) {
    try {
      const placed = await this.items.create(context, board, item);
      this.upkeep.after(context, item.parentId ?? item.groupId, placed);
      return placed;
    } catch (error) {
      if (isRefusal(error, 'noSuchParent')) throw new ParentInWrongPlace();
      throw error;
    }
  }

  private async refuseWrongPlace(
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

/** Rich text; blank is none. */
function cleanDescription(description: string | null | undefined): string | null {
  if (description === null || description === undefined) return null;
  const clean = sanitizeRichText(description);
  return clean === '' ? null : clean;
}
