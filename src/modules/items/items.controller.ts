import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { ItemUpdateService } from './write/item-update.service';
import { ItemValuesService } from './write/item-values.service';
import { ItemsOrderService } from './order/items-order.service';
import { ItemsListService } from './list/items-list.service';
import * as schemas from './items.schemas';
import { ItemsService } from './items.service';

/** Items and their values (specification, "Items"). */
@Procedures()
export class ItemsController {
  constructor(
    private readonly items: ItemsService,
    private readonly lists: ItemsListService,
    private readonly orders: ItemsOrderService,
    private readonly values: ItemValuesService,
    private readonly updates: ItemUpdateService,
  ) {}

  @QueryProcedure('items.list', {
    ...schemas.itemsList,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      "A page of a board's items. Without sortBy the items are in board order. With sortBy, items without a value come last in both directions and ties are in board order. Only top-level items are listed, unless parentId names the item whose sub-items to list. `archived: true` lists archived items instead. `sort` orders by up to three keys, and viewId takes conditions and order from a saved view. `from` begins the page at a place in the whole result, `ids` lists the named items only. `columns` limits the values, `compact` returns labels as ids and leaves boardId out, and `subItems` adds the first 500 sub-items of each item. `include` adds the names of the users and linked items that the page refers to, as far as the caller can see them. Parameters that contradict each other are BAD_REQUEST.",
  })
  list(context: CallContext, input: Input<typeof schemas.itemsList>) {
    return this.lists.list(context, input);
  }

  @QueryProcedure('items.order', {
    ...schemas.itemsOrder,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'The ids of all live top-level items that filters and search match, in board order or by up to three keys. At most 100,000, then `truncated` is true.',
  })
  order(context: CallContext, input: Input<typeof schemas.itemsOrder>) {
    return this.orders.order(context, input);
  }

  @QueryProcedure('items.get', {
    ...schemas.itemsGet,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'One item with its first 500 sub-items and the counts of its comments and files. `include` adds the names of the users and linked items that it refers to.',
  })
  get(context: CallContext, input: Input<typeof schemas.itemsGet>) {
    return this.items.get(context, input);
  }

  @MutationProcedure('items.create', {
    ...schemas.itemsCreate,
    scope: 'write',
    role: 'guest',
    description:
      'Creates an item at a position of a group. Without a position, or with one beyond the end, the item is appended. Columns without a given value get their defaults; a required column without a value is BAD_REQUEST. valuesByName gives values by the names of columns, and createLabels creates the labels that they lack, for callers who can change columns. parentId creates a sub-item.',
  })
  create(context: CallContext, input: Input<typeof schemas.itemsCreate>) {
    return this.items.create(context, input);
  }

  @MutationProcedure('items.update', {
    ...schemas.itemsUpdate,
    scope: 'write',
    role: 'guest',
    description:
      'Updates the name, the description and values, all or nothing. The description is rich text and is sanitized; null clears it. Values are given by column id, or by name in valuesByName; null clears a value. createLabels creates the labels that columns lack, for callers who can change columns.',
  })
  update(context: CallContext, input: Input<typeof schemas.itemsUpdate>) {
    return this.updates.update(context, input);
  }

  @MutationProcedure('items.setValue', {
    ...schemas.itemsSetValue,
    scope: 'write',
    role: 'guest',
    description:
      "Sets one column of one item; null clears the value. The value has the shape of the column's type. A cell whose value is not `expectedValue` is CONFLICT, with the value as `current` of the issue. createLabels creates a label that the column lacks, for callers who can change columns.",
  })
  setValue(context: CallContext, input: Input<typeof schemas.itemsSetValue>) {
    return this.values.setValue(context, input);
  }

  @MutationProcedure('items.bulkUpdate', {
    ...schemas.itemsBulkUpdate,
    scope: 'write',
    role: 'guest',
    description:
      'Sets the same columns on up to 100 items of one board, all or nothing. createLabels creates the labels that they lack, for callers who can change columns.',
  })
  bulkUpdate(context: CallContext, input: Input<typeof schemas.itemsBulkUpdate>) {
    return this.values.bulkUpdate(context, input);
  }
}
