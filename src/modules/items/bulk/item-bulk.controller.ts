import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import { ItemBulkCreationService } from './item-bulk-creation.service';
import { ItemBulkMoveService } from './item-bulk-move.service';
import * as schemas from './item-bulk.schemas';
import { ItemDuplicationService } from '../copy/item-duplication.service';

/** Calls on many items, and copies of one item with its sub-items. */
@Procedures()
export class ItemBulkController {
  constructor(
    private readonly creation: ItemBulkCreationService,
    private readonly moves: ItemBulkMoveService,
    private readonly duplication: ItemDuplicationService,
  ) {}

  @MutationProcedure('items.bulkCreate', {
    ...schemas.itemsBulkCreate,
    scope: 'write',
    role: 'guest',
    description:
      'Creates up to 100 items in one group, all or nothing. The items are inserted in the given order at the position; without a position they are appended. An item with a parentId is inserted among the sub-items of its parent. Values and createLabels as in items.create.',
  })
  bulkCreate(context: CallContext, input: Input<typeof schemas.itemsBulkCreate>) {
    return this.creation.create(context, input);
  }

  @MutationProcedure('items.bulkMove', {
    ...schemas.itemsBulkMove,
    scope: 'write',
    role: 'guest',
    description:
      'Moves up to 100 items to a group, in the given order, to a position counted without the moved items; without a position they are appended. With boardId, the items can come from other boards. Sub-items move with their parents and cannot be moved separately.',
  })
  bulkMove(context: CallContext, input: Input<typeof schemas.itemsBulkMove>) {
    return this.moves.move(context, input);
  }

  @MutationProcedure('items.duplicate', {
    ...schemas.itemsDuplicate,
    scope: 'write',
    role: 'guest',
    description:
      "Copies an item with its values, and with its live sub-items unless includeSubItems is false. The copy is inserted directly after the original. Without a name, the copy is named like the original with ' (Copy)' appended. Running timers are not copied.",
  })
  duplicate(context: CallContext, input: Input<typeof schemas.itemsDuplicate>) {
    return this.duplication.duplicate(context, input);
  }
}
