import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_PEOPLE_GROUP } from './people-group-audit-snapshot';
import * as schemas from './people-groups.schemas';
import { PeopleGroupsService } from './people-groups.service';

@Procedures()
export class PeopleGroupsController {
  constructor(private readonly groups: PeopleGroupsService) {}

  @QueryProcedure('organizations.groups.list', {
    ...schemas.groupsList,
    scope: 'read',
    // Not guests (decision 0034).
    role: 'member',
    description:
      'Groups of people: those of the organization, and those that its directory manages. `search` matches any part of the name.',
  })
  list(context: CallContext, input: schemas.GroupsListInput) {
    return this.groups.list(context, input);
  }

  @QueryProcedure('organizations.groups.get', {
    ...schemas.groupsGet,
    scope: 'read',
    role: 'member',
    description: 'One group of people.',
  })
  get(context: CallContext, { id }: Input<typeof schemas.groupsGet>) {
    return this.groups.get(context, id);
  }

  @MutationProcedure('organizations.groups.create', {
    ...schemas.groupsCreate,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_PEOPLE_GROUP,
    description:
      'Creates a group of people, which workspaces.groups.add gives access to workspaces. Names are unique in the organization, ignoring case.',
  })
  create(context: CallContext, input: Input<typeof schemas.groupsCreate>) {
    return this.groups.create(context, input);
  }

  @MutationProcedure('organizations.groups.update', {
    ...schemas.groupsUpdate,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_PEOPLE_GROUP,
    description:
      'Changes the name or the description of a group of people. Groups of the directory are CONFLICT.',
  })
  update(context: CallContext, input: schemas.GroupsUpdateInput) {
    return this.groups.update(context, input);
  }

  @MutationProcedure('organizations.groups.delete', {
    ...schemas.groupsDelete,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_PEOPLE_GROUP,
    description:
      'Deletes a group of people. Its members lose the access that only the group gave them with their next call. Groups of the directory are CONFLICT.',
  })
  async delete(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.groupsDelete>) {
    await this.groups.delete(context, { id, expectedUpdatedAt });
    return SUCCESS;
  }
}
