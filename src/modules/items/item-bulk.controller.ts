import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { ItemBulkCreationService } from './item-bulk-creation.service';
import { ItemBulkMoveService } from './item-bulk-move.service';
import * as schemas from './item-bulk.schemas';
import { ItemDuplicationService } from './item-duplication.service';

/** Many items in one call, and copies of one with what belongs to it. */
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
      'Makes up to 100 items of one group: all of them or, when one is refused, none. They stand in their order from the ' +
      'position on, those with a parentId among that item’s sub-items; at the end without one.',
  })
  bulkCreate(context: CallContext, input: Input<typeof schemas.itemsBulkCreate>) {
    return this.creation.create(context, input);
  }

  @MutationProcedure('items.bulkMove', {
    ...schemas.itemsBulkMove,
    scope: 'write',
    role: 'guest',
    description:
      'Moves up to 100 items into a group, in the order in which they are named, to a position counted without all of ' +
      'them; at the end without one. With boardId they may come from other boards. Sub-items go along with their parents ' +
      'and cannot be moved alone.',
  })
  bulkMove(context: CallContext, input: Input<typeof schemas.itemsBulkMove>) {
    return this.moves.move(context, input);
  }

  @MutationProcedure('items.duplicate', {
    ...schemas.itemsDuplicate,
    scope: 'write',
    role: 'guest',
    description:
      'Copies an item with its values, and its live sub-items unless includeSubItems is false; the copy stands directly ' +
      'behind the original. Named like the original plus ‘ (Copy)’ unless a name is given. Timers run on in the original ' +
      'alone.',
  })
  duplicate(context: CallContext, input: Input<typeof schemas.itemsDuplicate>) {
    return this.duplication.duplicate(context, input);
  }
}
