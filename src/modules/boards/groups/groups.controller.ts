import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures } from '../../../rpc/procedure.decorator';
import { SUCCESS } from '../../../rpc/schema';
import * as schemas from '../boards.schemas';
import { GroupArchiveService } from './group-archive.service';
import { GroupDuplicationService } from './group-duplication.service';
import { GroupsService } from './groups.service';

@Procedures()
export class GroupsController {
  constructor(
    private readonly groups: GroupsService,
    private readonly archives: GroupArchiveService,
    private readonly duplication: GroupDuplicationService,
  ) {}

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

  @MutationProcedure('boards.groups.archive', {
    ...schemas.groupsArchive,
    scope: 'write',
    role: 'member',
    description:
      'Archives a group with its live items, which leave the lists, the counts and the order of the board. boards.get with `archived: true` returns archived groups, items.list with `archived: true` their items. Archiving an archived group changes nothing.',
  })
  archive(context: CallContext, input: schemas.GroupsArchiveInput) {
    return this.archives.archive(context, input);
  }

  @MutationProcedure('boards.groups.restore', {
    ...schemas.groupsArchive,
    scope: 'write',
    role: 'member',
    description:
      'Restores an archived group to its position, or the end if the board has fewer groups now, with the items that were archived with it.',
  })
  restore(context: CallContext, input: schemas.GroupsArchiveInput) {
    return this.archives.restore(context, input);
  }

  @MutationProcedure('boards.groups.duplicate', {
    ...schemas.groupsDuplicate,
    scope: 'write',
    role: 'member',
    description:
      "Copies a group to the position directly after it, with its live items and sub-items unless `items` is false: at most 1,000. The copies of items are as those of items.duplicate; references between items of the group become references between the copies. Without a name, the copy is named like the original with ' (Copy)' appended.",
  })
  duplicate(context: CallContext, input: schemas.GroupsDuplicateInput) {
    return this.duplication.duplicate(context, input);
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
