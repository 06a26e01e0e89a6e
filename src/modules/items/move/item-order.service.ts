import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../../../kernel/app-error';
import type { CallContext } from '../../../access/principal';
import { Outbox } from '../../../platform/events/outbox';
import type { Input } from '../../../rpc/schema';
import { ValueDependentsService } from '../../columns';
import { HierarchyService } from '../../hierarchy';
import { StaleBoardRetryService } from '../write/stale-board-retry.service';
import { isFunctionError } from '../write/item-functions';
import { ItemLocksRepository } from '../item-locks.repository';
import { itemsEvents } from '../items.events';
import { editItems } from '../items.policy';
import { ItemsRepository } from '../items.repository';
import type { itemsReorder } from '../items.schemas';
import { authorize } from '../../../access/policy';

type ReorderInput = Input<typeof itemsReorder>;

/** Sets the order of a group's items from a list. */
@Injectable()
export class ItemOrderService {
  constructor(
    private readonly structure: StaleBoardRetryService,
    private readonly hierarchy: HierarchyService,
    private readonly items: ItemsRepository,
    private readonly locks: ItemLocksRepository,
    private readonly outbox: Outbox,
    private readonly edits: ValueDependentsService,
  ) {}

  reorder(context: CallContext, { groupId, itemIds }: ReorderInput): Promise<void> {
    return this.structure.transact(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.boardOfGroup(tx, groupId);
      authorize(editItems, tx.principal, { access });
      const seen = await this.hierarchy.items(tx, itemIds);
      const isElsewhere = seen.some(
        ({ item }) => item.groupId !== groupId || item.parentId !== null || item.isArchived,
      );
      if (isElsewhere) throw InvalidInput.at('itemIds', 'Must be live top-level items of this group');
      await this.locks.lockStructure(tx, board);
      await this.locks.lockLists(tx, [], groupId);
      const ranks = await this.items.ranksInOrder(tx, itemIds);
      try {
        if (!(await this.items.reorder(tx, board, groupId, itemIds))) return;
      } catch (error) {
        // An item left the group after the check.
        if (isFunctionError(error, 'noSuchItem'))
          throw new AppError('CONFLICT', 'The group has changed since it was read; read it again');
        throw error;
      }
      await this.edits.follow(tx, board, itemIds);
      const payload = { groupId, itemIds, ...ranks };
      await this.outbox.append(tx, itemsEvents.reordered.create(payload, { boardId: board.id }));
    });
  }
}
