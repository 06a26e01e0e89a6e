import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../../kernel/app-error';
import type { CallContext } from '../../access/principal';
import { Outbox } from '../../platform/jobs/outbox';
import type { Input } from '../../rpc/schema';
import { EditFollowers } from '../columns';
import { Hierarchy } from '../hierarchy';
import { FreshStructure } from './fresh-structure';
import { isRefusal } from './item-functions';
import { itemsEvents } from './items.events';
import { refuseUnlessEditor } from './items.policy';
import { ItemsRepository } from './items.repository';
import type { itemsReorder } from './items.schemas';

type ReorderInput = Input<typeof itemsReorder>;

/** The order of a group's items, given as a list. */
@Injectable()
export class ItemOrderService {
  constructor(
    private readonly structure: FreshStructure,
    private readonly hierarchy: Hierarchy,
    private readonly items: ItemsRepository,
    private readonly outbox: Outbox,
    private readonly edits: EditFollowers,
  ) {}

  reorder(context: CallContext, { groupId, itemIds }: ReorderInput): Promise<void> {
    return this.structure.transact(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.boardOfGroup(tx, groupId);
      refuseUnlessEditor(access);
      const seen = await this.hierarchy.items(tx, itemIds);
      const isElsewhere = seen.some(
        ({ item }) => item.groupId !== groupId || item.parentId !== null || item.isArchived,
      );
      if (isElsewhere) throw InvalidInput.at('itemIds', 'Must be live top-level items of this group');
      try {
        if (!(await this.items.reorder(tx, board, groupId, itemIds))) return;
      } catch (error) {
        // One of them left the group a moment ago.
        if (isRefusal(error, 'noSuchItem'))
          throw new AppError('CONFLICT', 'The group has changed; read it again');
        throw error;
      }
      await this.edits.follow(tx, board, itemIds);
      await this.outbox.append(tx, itemsEvents.reordered(board.id, groupId, itemIds));
    });
  }
}
