import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { ViewOrderService } from './view-order.service';
import * as schemas from './views.schemas';
import { ViewsService } from './views.service';

@Procedures()
export class ViewsController {
  constructor(
    private readonly views: ViewsService,
    private readonly orders: ViewOrderService,
  ) {}

  @QueryProcedure('views.list', {
    ...schemas.viewsList,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'The saved views of a board: first those shared by all users who can see the board, then the personal views of the caller, each in the order of views.reorder, then oldest first. `position` counts from 0 in each of the two lists. References to deleted columns are omitted.',
  })
  async list(context: CallContext, { boardId }: Input<typeof schemas.viewsList>) {
    return { views: await this.views.list(context, boardId) };
  }

  @MutationProcedure('views.create', {
    ...schemas.viewsCreate,
    scope: 'write',
    role: 'guest',
    description:
      'Saves a view of a board: filters as in items.list, sortBy and sortDir, groupBy, hidden columns, layout (default table) and options of the layouts. At most 200 shared views per board. Only the caller sees a view with `personal: true`; viewers and guests can create these too. At most 50 personal views per user and board.',
  })
  create(context: CallContext, input: schemas.ViewsCreateInput) {
    return this.views.create(context, input);
  }

  @MutationProcedure('views.update', {
    ...schemas.viewsUpdate,
    scope: 'write',
    role: 'guest',
    description:
      "Updates the given fields; null clears sortBy, groupBy or the options of a layout, and layouts that options omits keep theirs. `personal: false` shares a personal view. Requires the view's creator or a workspace admin; a personal view of another user is NOT_FOUND.",
  })
  update(context: CallContext, input: schemas.ViewsUpdateInput) {
    return this.views.update(context, input);
  }

  @MutationProcedure('views.reorder', {
    ...schemas.viewsReorder,
    scope: 'write',
    role: 'guest',
    description:
      "Reorders the shared views of a board, or with `personal: true` the caller's own; the two lists are independent. `viewIds` must contain each view of the list exactly once. Views that are created or shared later come last. For shared views, requires what creating one requires; everyone who sees the board can reorder their personal views.",
  })
  async reorder(context: CallContext, input: schemas.ViewsReorderInput) {
    await this.orders.reorder(context, input);
    return SUCCESS;
  }

  @MutationProcedure('views.delete', {
    ...schemas.viewsDelete,
    scope: 'delete',
    role: 'guest',
    description:
      "Deletes a saved view. Requires the view's creator or a workspace admin; a personal view of another user is NOT_FOUND.",
  })
  async delete(context: CallContext, { id }: Input<typeof schemas.viewsDelete>) {
    await this.views.delete(context, id);
    return SUCCESS;
  }
}
