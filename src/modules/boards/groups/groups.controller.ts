import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures } from '../../../rpc/procedure.decorator';
import { SUCCESS } from '../../../rpc/schema';
import * as schemas from '../boards.schemas';
import { GroupsService } from './groups.service';

@Procedures()
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @MutationProcedure('boards.groups.create', {
    ...schemas.groupsCreate,
    scope: 'write',
    role: 'member',
    description:
      'Creates a group at a zero-based position of the board. Without a position, or with one beyond the end, the group is appended. Without a color, one is assigned.',
  })
  create(context: CallContext, input: schemas.GroupsCreateInput) {
    return this.groups.create(context, input);
  }

  @MutationProcedure('boards.groups.update', {
    ...schemas.groupsUpdate,
    scope: 'write',
    role: 'member',
    description: 'Updates the given fields. Use boards.groups.reorder to change positions.',
  })
  update(context: CallContext, input: schemas.GroupsUpdateInput) {
    return this.groups.update(context, input);
  }

  @MutationProcedure('boards.groups.reorder', {
    ...schemas.groupsReorder,
    scope: 'write',
    role: 'member',
    description:
      "Reorders the board's groups. `groupIds` must contain each group exactly once. `expectedUpdatedAt` is the `updatedAt` of the board.",
  })
  reorder(context: CallContext, input: schemas.GroupsReorderInput) {
    return this.groups.reorder(context, input);
  }

  @MutationProcedure('boards.groups.delete', {
    ...schemas.groupsDelete,
    scope: 'delete',
    role: 'member',
    description:
      'Deletes a group, even the last one. Its items move to the end of `moveItemsTo`, another group of the board, in order; without `moveItemsTo` they move to Trash.',
  })
  async delete(context: CallContext, input: schemas.GroupsDeleteInput) {
    await this.groups.delete(context, input);
    return SUCCESS;
  }
}
