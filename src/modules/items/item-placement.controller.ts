import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { ItemOrderService } from './item-order.service';
import { ItemPlacementService } from './item-placement.service';
import { ItemStatesService } from './item-states.service';
import * as schemas from './items.schemas';

/** Where items stand, and the ways out of their lists and back. */
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
      'Moves an item to a position of a group, counted without the item itself; at the end without one. With boardId ' +
      'to a group of another board, where it keeps the values of columns with the same name and type. Sub-items go along.',
  })
  move(context: CallContext, input: Input<typeof schemas.itemsMove>) {
    return this.placement.move(context, input);
  }

  @MutationProcedure('items.reorder', {
    ...schemas.itemsReorder,
    scope: 'write',
    role: 'guest',
    description:
      'Orders items of a group. It may name a part of the group, which trades places among itself.',
  })
  async reorder(context: CallContext, input: Input<typeof schemas.itemsReorder>) {
    await this.order.reorder(context, input);
    return SUCCESS;
  }

  @MutationProcedure('items.archive', {
    ...schemas.itemState,
    scope: 'write',
    role: 'guest',
    description: 'Takes an item and its sub-items out of the lists and keeps them.',
  })
  archive(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.itemState>) {
    return this.states.archive(context, id, expectedUpdatedAt);
  }

  @MutationProcedure('items.bulkArchive', {
    ...schemas.itemsBulkArchive,
    scope: 'write',
    role: 'guest',
    description:
      'Archives up to 100 items with their sub-items: all of them or, when one is refused, none. They may be on several ' +
      'boards.',
  })
  bulkArchive(context: CallContext, { itemIds }: Input<typeof schemas.itemsBulkArchive>) {
    return this.states.bulkArchive(context, itemIds);
  }

  @MutationProcedure('items.restore', {
    ...schemas.itemState,
    scope: 'write',
    role: 'guest',
    description:
      'Brings an item back from Trash or the archive, with the sub-items that went with it; into the board’s first ' +
      'group when its own is gone. What was archived when it went to Trash comes back archived.',
  })
  restore(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.itemState>) {
    return this.states.restore(context, id, expectedUpdatedAt);
  }

  @MutationProcedure('items.delete', {
    ...schemas.itemsDelete,
    scope: 'delete',
    role: 'guest',
    description: 'Puts an item and its sub-items into Trash, from which they can be restored for 30 days.',
  })
  async delete(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.itemsDelete>) {
    await this.states.delete(context, id, expectedUpdatedAt);
    return SUCCESS;
  }

  @MutationProcedure('items.bulkDelete', {
    ...schemas.itemsBulkDelete,
    scope: 'delete',
    role: 'guest',
    description: 'Puts up to 100 items into Trash: all of them or, when one is refused, none.',
  })
  async bulkDelete(context: CallContext, { itemIds }: Input<typeof schemas.itemsBulkDelete>) {
    await this.states.bulkDelete(context, itemIds);
    return SUCCESS;
  }
}
