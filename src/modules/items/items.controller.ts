import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { ItemDetailsService } from './item-details.service';
import { ItemValuesService } from './item-values.service';
import { ItemsListService } from './items-list.service';
import * as schemas from './items.schemas';
import { ItemsService } from './items.service';

/** Items and their values (specification, "Items"). */
@Procedures()
export class ItemsController {
  constructor(
    private readonly items: ItemsService,
    private readonly lists: ItemsListService,
    private readonly values: ItemValuesService,
    private readonly details: ItemDetailsService,
  ) {}

  @QueryProcedure('items.list', {
    ...schemas.itemsList,
    scope: 'read',
    role: 'guest',
    description:
      'A page of a board’s items. Without sortBy in board order; with it, items without a value come last in both ' +
      'directions and ties in board order. Top-level items only, unless parentId names an item whose sub-items are ' +
      'wanted. `archived: true` lists the archived ones instead.',
  })
  list(context: CallContext, input: Input<typeof schemas.itemsList>) {
    return this.lists.list(context, input);
  }

  @QueryProcedure('items.get', {
    ...schemas.itemsGet,
    scope: 'read',
    role: 'guest',
    description: 'One item with its first 500 sub-items and the counts of its comments and files.',
  })
  get(context: CallContext, { id }: Input<typeof schemas.itemsGet>) {
    return this.items.get(context, id);
  }

  @MutationProcedure('items.create', {
    ...schemas.itemsCreate,
    scope: 'write',
    role: 'guest',
    description:
      'Makes an item at a position of a group, at its end without one or with one beyond the end. Columns that are ' +
      'not named take their defaults; a required column without a value is refused. parentId makes a sub-item.',
  })
  create(context: CallContext, input: Input<typeof schemas.itemsCreate>) {
    return this.items.create(context, input);
  }

  @MutationProcedure('items.update', {
    ...schemas.itemsUpdate,
    scope: 'write',
    role: 'guest',
    description: 'Changes name and description; a description is rich text and is sanitized. Null clears it.',
  })
  update(context: CallContext, input: Input<typeof schemas.itemsUpdate>) {
    return this.details.update(context, input);
  }

  @MutationProcedure('items.setValue', {
    ...schemas.itemsSetValue,
    scope: 'write',
    role: 'guest',
    description:
      'Sets one column of one item; null clears it. The value’s shape is that of the column’s type.',
  })
  setValue(context: CallContext, input: Input<typeof schemas.itemsSetValue>) {
    return this.values.setValue(context, input);
  }

  @MutationProcedure('items.bulkUpdate', {
    ...schemas.itemsBulkUpdate,
    scope: 'write',
    role: 'guest',
    description:
      'Sets the same columns of up to 100 items of one board: all of them or, when one is refused, none.',
  })
  bulkUpdate(context: CallContext, input: Input<typeof schemas.itemsBulkUpdate>) {
    return this.values.bulkUpdate(context, input);
  }
}
