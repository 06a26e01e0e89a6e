import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures } from '../../rpc/procedure.decorator';
import { SUCCESS } from '../../rpc/schema';
import * as schemas from './boards.schemas';
import { GroupsService } from './groups.service';

@Procedures()
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @MutationProcedure('boards.groups.create', {
    ...schemas.groupsCreate,
    scope: 'write',
    role: 'member',
    description:
      'Makes a group at a zero-based position of the board, at its end without one or with one beyond the end. A colour is chosen when none is given.',
  })
  create(context: CallContext, input: schemas.GroupsCreateInput) {
    return this.groups.create(context, input);
  }

  @MutationProcedure('boards.groups.update', {
    ...schemas.groupsUpdate,
    scope: 'write',
    role: 'member',
    description: 'Changes what it is given; boards.groups.reorder changes positions.',
  })
  update(context: CallContext, input: schemas.GroupsUpdateInput) {
    return this.groups.update(context, input);
  }

  @MutationProcedure('boards.groups.reorder', {
    ...schemas.groupsReorder,
    scope: 'write',
    role: 'member',
    description:
      "Puts the board's groups in the given order, which names each of them exactly once. `expectedUpdatedAt` is the board's.",
  })
  reorder(context: CallContext, input: schemas.GroupsReorderInput) {
    return this.groups.reorder(context, input);
  }

  @MutationProcedure('boards.groups.delete', {
    ...schemas.groupsDelete,
    scope: 'delete',
    role: 'member',
    description:
      'Deletes a group, the last one too. Its items go to the end of `moveItemsTo`, another group of the board, in their order; without it they go to Trash.',
  })
  async delete(context: CallContext, input: schemas.GroupsDeleteInput) {
    await this.groups.delete(context, input);
    return SUCCESS;
  }
}
