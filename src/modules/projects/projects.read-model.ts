import { Injectable } from '@nestjs/common';
import { likePattern, type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { ProjectId, UserId, WorkspaceId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';

export interface ProjectRow {
  id: ProjectId;
  name: string;
  description: string | null;
  workspaceId: WorkspaceId;
  icon: string | null;
  createdBy: UserId;
  archivedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface ListedProjectRow extends ProjectRow {
  boardCount: number;
  itemCount: number;
}

export interface ListOptions {
  workspaceId: WorkspaceId;
  cursor: ProjectId | null;
  limit: number;
  search: string | null;
  archived: boolean;
}

const FIELDS = `id, name, description, workspace_id as "workspaceId", icon, created_by as "createdBy",
  archived_at as "archivedAt", created_at as "createdAt", updated_at as "updatedAt"`;

// Items are counted by the counters that positions are made of (level 2 of a group's runs adds up to its live
// top-level items): counting their rows would cost as much as there are items.
const LIST = statementFamily(
  'projects.list',
  (limit: number) => `
  with page as (
    select ${FIELDS} from projects
    where organization_id = $1 and workspace_id = $2 and deleted_at is null
      and (archived_at is not null) = $3
      and ($4::text is null or name ilike $4)
      and ($5::text is null or id > $5)
    order by id limit ${limit + 1}
  )
  select page.*,
    (select count(*)::int from boards
     where organization_id = $1 and project_id = page.id and deleted_at is null) as "boardCount",
    (select coalesce(sum(run.live), 0)::int
     from boards board
     join groups on groups.organization_id = $1 and groups.board_id = board.id
     join item_runs run on run.organization_id = $1 and run.lane = groups.id and run.level = 2
     where board.organization_id = $1 and board.project_id = page.id and board.deleted_at is null) as "itemCount"
  from page order by page.id`,
);

// A project that was deleted or archived since the last page still marks its place.
const CURSOR = statement(
  'projects.cursor',
  `select from projects where organization_id = $1 and workspace_id = $2 and id = $3`,
);

const GET = statement(
  'projects.get',
  `select ${FIELDS} from projects where organization_id = $1 and id = $2`,
);

@Injectable()
export class ProjectsReadModel {
  constructor(private readonly database: Database) {}

  /** The projects of a workspace that the caller has been found to see, oldest first. */
  async list(
    context: TenantContext,
    { workspaceId, cursor, limit, search, archived }: ListOptions,
  ): Promise<Page<ListedProjectRow>> {
    if (cursor !== null) await this.refuseUnknownCursor(context, workspaceId, cursor);
    const pattern = search === null || search === '' ? null : likePattern(search);
    const values = [context.organizationId, workspaceId, archived, pattern, cursor];
    return pageOf(await this.database.query<ListedProjectRow>(context, LIST(limit), values), limit);
  }

  async get(context: TenantContext, id: ProjectId): Promise<ProjectRow | null> {
    const [row] = await this.database.query<ProjectRow>(context, GET, [context.organizationId, id]);
    return row ?? null;
  }

  private async refuseUnknownCursor(
    context: TenantContext,
    workspaceId: WorkspaceId,
    cursor: ProjectId,
  ): Promise<void> {
    const rows = await this.database.query(context, CURSOR, [context.organizationId, workspaceId, cursor]);
    if (rows.length === 0) throw new UnknownCursor();
  }
}
