import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import * as schemas from './views.schemas';
import { ViewsService } from './views.service';

@Procedures()
export class ViewsController {
  constructor(private readonly views: ViewsService) {}

  @QueryProcedure('views.list', {
    ...schemas.viewsList,
    scope: 'read',
    role: 'guest',
    description:
      'The saved views of a board, oldest first, shared by all users who can see the board. References to deleted columns are omitted.',
  })
  async list(context: CallContext, { boardId }: Input<typeof schemas.viewsList>) {
    return { views: await this.views.list(context, boardId) };
  }

  @MutationProcedure('views.create', {
    ...schemas.viewsCreate,
    scope: 'write',
    role: 'member',
    description:
      'Saves a view of a board: filters as in items.list, sortBy and sortDir, groupBy, hidden columns and layout (default table). At most 200 views per board.',
  })
  create(context: CallContext, input: schemas.ViewsCreateInput) {
    return this.views.create(context, input);
  }

  @MutationProcedure('views.update', {
    ...schemas.viewsUpdate,
    scope: 'write',
    role: 'member',
    description:
      "Updates the given fields; null clears sortBy or groupBy. Requires the view's creator or a workspace admin.",
  })
  update(context: CallContext, input: schemas.ViewsUpdateInput) {
    return this.views.update(context, input);
  }

  @MutationProcedure('views.delete', {
    ...schemas.viewsDelete,
    scope: 'delete',
    role: 'member',
    description: "Deletes a saved view. Requires the view's creator or a workspace admin.",
  })
  async delete(context: CallContext, { id }: Input<typeof schemas.viewsDelete>) {
    await this.views.delete(context, id);
    return SUCCESS;
  }
}
