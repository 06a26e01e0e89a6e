import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../../kernel/cursor';
import type { WorkspaceId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement, statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { PEOPLE_GROUP_MEMBERS, PEOPLE_GROUPS } from '../../hierarchy';
import type { GroupId, WorkspaceGroup } from './workspace-groups.schemas';

const FIELDS = `access.group_id as id, access.group_id as "groupId", people_group.name,
  people_group.managed_by as "managedBy", access.role,
  (select count(*)::int from ${PEOPLE_GROUP_MEMBERS} belonging
   where belonging.organization_id = $1 and belonging.group_id = access.group_id) as "memberCount",
  access.updated_at as "updatedAt"`;
const JOINED = `join ${PEOPLE_GROUPS} people_group
  on people_group.organization_id = $1 and people_group.id = access.group_id`;

const LIST = statementFamily(
  'workspace-groups.list',
  (limit: number) => `
  select ${FIELDS} from (
    select * from workspace_groups
    where organization_id = $1 and workspace_id = $2 and group_id > coalesce($3, '')
    order by group_id limit ${limit + 1}) access ${JOINED}
  order by access.group_id`,
);

const GET = statement(
  'workspace-groups.get',
  `select ${FIELDS} from workspace_groups access ${JOINED}
   where access.organization_id = $1 and access.workspace_id = $2 and access.group_id = $3`,
);

// Locked, so that a deletion at the same time waits for the group's role, which it then deletes.
const LOCK = statement(
  'workspace-groups.lock-group',
  `with own as (select from people_groups where organization_id = $1 and id = $2 for key share),
     of_directory as (select from scim_groups where organization_id = $1 and id = $2 for key share)
   select from own union all select from of_directory`,
);

// A cursor stays valid after its group was removed from the workspace.
const CURSOR = statement(
  'workspace-groups.cursor',
  `select from ${PEOPLE_GROUPS} each where each.organization_id = $1 and each.id = $2`,
);

type Row = WorkspaceGroup & { id: GroupId };

/** Groups of people with a role in a workspace. */
@Injectable()
export class WorkspaceGroupsReadModel {
  constructor(private readonly database: Database) {}

  async list(
    context: TenantContext,
    workspaceId: WorkspaceId,
    { cursor, limit }: { cursor: GroupId | null; limit: number },
  ): Promise<Page<Row>> {
    const { organizationId } = context;
    if (cursor !== null) {
      const known = await this.database.query(context, CURSOR, [organizationId, cursor]);
      if (known.length === 0) throw new UnknownCursor();
    }
    const values = [organizationId, workspaceId, cursor];
    return pageOf(await this.database.query<Row>(context, LIST(limit), values), limit);
  }

  async get(context: TenantContext, workspaceId: WorkspaceId, groupId: GroupId): Promise<Row | null> {
    const values = [context.organizationId, workspaceId, groupId];
    const [row] = await this.database.query<Row>(context, GET, values);
    return row ?? null;
  }

  /** Whether the organization has the group, which cannot be deleted until the transaction ends. */
  async lock(context: TenantContext, groupId: GroupId): Promise<boolean> {
    return (await this.database.query(context, LOCK, [context.organizationId, groupId])).length > 0;
  }
}
