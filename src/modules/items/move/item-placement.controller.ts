import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures } from '../../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../../rpc/schema';
import { ItemOrderService } from './item-order.service';
import { ItemPlacementService } from './item-placement.service';
import { ItemStatesService } from '../trash/item-states.service';
import * as schemas from '../items.schemas';

/** Moves items, archives them, moves them to Trash and restores them. */
@Procedures()
export class ItemPlacementController {
  constructor(
    private readonly placement: ItemPlacementService,
    private readonly order: ItemOrderService,
    private readonly states: ItemStatesService,
  ) {}

  @MutationProcedure('items.move', {
    ...schemas.itemsMove,
    scope: 'write',
    role: 'guest',
    description:
      'Moves an item to a position of a group, counted without the item itself; without a position the item is appended. With boardId, the group can be on another board: the item keeps the values of columns that have the same name and type there. Sub-items move with their parent.',
  })
  move(context: CallContext, input: Input<typeof schemas.itemsMove>) {
    return this.placement.move(context, input);
  }

  @MutationProcedure('items.reorder', {
    ...schemas.itemsReorder,
    scope: 'write',
    role: 'guest',
    description:
      'Reorders items of a group. `itemIds` can contain only some of the items; these exchange positions with each other.',
  })
  async reorder(context: CallContext, input: Input<typeof schemas.itemsReorder>) {
    await this.order.reorder(context, input);
    return SUCCESS;
  }

  @MutationProcedure('items.archive', {
    ...schemas.itemState,
    scope: 'write',
    role: 'guest',
    description: 'Archives an item with its sub-items. Lists omit archived items; their data is kept.',
  })
  archive(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.itemState>) {
    return this.states.archive(context, id, expectedUpdatedAt);
  }

  @MutationProcedure('items.bulkArchive', {
    ...schemas.itemsBulkArchive,
    scope: 'write',
    role: 'guest',
    description:
      'Archives up to 100 items with their sub-items, all or nothing. The items can be on several boards.',
  })
  bulkArchive(context: CallContext, { itemIds }: Input<typeof schemas.itemsBulkArchive>) {
    return this.states.bulkArchive(context, itemIds);
  }

  @MutationProcedure('items.restore', {
    ...schemas.itemState,
    scope: 'write',
    role: 'guest',
    description:
      'Restores an item from Trash or from the archive, with the sub-items that were moved with it. If its group was deleted, the item is restored into the first group of the board. An item that was archived before it moved to Trash is restored as archived.',
  })
  restore(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.itemState>) {
    return this.states.restore(context, id, expectedUpdatedAt);
  }

  @MutationProcedure('items.delete', {
    ...schemas.itemsDelete,
    scope: 'delete',
    role: 'guest',
    description: 'Moves an item with its sub-items to Trash, from which they can be restored for 30 days.',
  })
  async delete(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.itemsDelete>) {
    await this.states.delete(context, id, expectedUpdatedAt);
    return SUCCESS;
  }

  @MutationProcedure('items.bulkDelete', {
    ...schemas.itemsBulkDelete,
    scope: 'delete',
    role: 'guest',
    description: 'Moves up to 100 items to Trash, all or nothing.',
  })
  async bulkDelete(context: CallContext, { itemIds }: Input<typeof schemas.itemsBulkDelete>) {
    await this.states.bulkDelete(context, itemIds);
    return SUCCESS;
  }
}
