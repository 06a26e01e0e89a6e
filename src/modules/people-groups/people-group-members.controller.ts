import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { PeopleGroupMembersService } from './people-group-members.service';
import * as schemas from './people-groups.schemas';

@Procedures()
export class PeopleGroupMembersController {
  constructor(private readonly members: PeopleGroupMembersService) {}

  @QueryProcedure('organizations.groups.members.list', {
    ...schemas.groupMembersList,
    scope: 'read',
    // Not guests (decision 0034).
    role: 'member',
    description: 'Members of a group of people, oldest account first.',
  })
  list(context: CallContext, { groupId, cursor, limit }: Input<typeof schemas.groupMembersList>) {
    return this.members.list(context, groupId, { cursor: cursor ?? null, limit });
  }

  @MutationProcedure('organizations.groups.members.add', {
    ...schemas.groupMembersAdd,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    description:
      'Adds up to 100 members of the organization to a group of people: all of them, or none. They have the access of the group with their next call. Guests can be in groups, which give them no access.',
  })
  add(context: CallContext, { groupId, userIds }: Input<typeof schemas.groupMembersAdd>) {
    return this.members.add(context, groupId, userIds);
  }

  @MutationProcedure('organizations.groups.members.remove', {
    ...schemas.groupMembersRemove,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    description:
      'Removes up to 100 members from a group of people: all of them, or none. They lose the access that only the group gave them with their next call.',
  })
  async remove(context: CallContext, { groupId, userIds }: Input<typeof schemas.groupMembersRemove>) {
    await this.members.remove(context, groupId, userIds);
    return SUCCESS;
  }
}
