import { Injectable } from '@nestjs/common';
import { likePattern, type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { ProjectId, UserId, WorkspaceId } from '../../kernel/ids';
import { foldCaseSql } from '../../kernel/fold-case';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { sharedBoardIds } from '../hierarchy';

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

/**
 * For a guest, whether a project contains a board that is shared with them. Null means a caller who sees every
 * project.
 */
const holdsShared = (boards: string) => `(${boards}::text[] is null or exists (
      select from boards shared
      where shared.organization_id = $1 and shared.project_id = projects.id and shared.id = any (${boards})
        and shared.deleted_at is null))`;

// Items are counted with the counters of positions (level 2 of a group's runs adds up to its live top-level
// items): counting rows would cost as much as there are items.
const LIST = statementFamily(
  'projects.list',
  (limit: number) => `
  with page as (
    select ${FIELDS} from projects
    where organization_id = $1 and workspace_id = $2 and deleted_at is null
      and (archived_at is not null) = $3
      and ($4::text is null or ${foldCaseSql('name')} like ${foldCaseSql('$4')})
      and ($5::text is null or id > $5) and ${holdsShared('$6')}
    order by id limit ${limit + 1}
  )
  select page.*,
    (select count(*)::int from boards
     where organization_id = $1 and project_id = page.id and deleted_at is null and archived_at is null
       and ($6::text[] is null or id = any ($6))) as "boardCount",
    (select coalesce(sum(run.live), 0)::int
     from boards board
     join groups on groups.organization_id = $1 and groups.board_id = board.id
     join item_runs run on run.lane = groups.key and run.level = 2
     where board.organization_id = $1 and board.project_id = page.id
       and board.deleted_at is null and board.archived_at is null
       and ($6::text[] is null or board.id = any ($6))) as "itemCount"
  from page order by page.id`,
);

// A cursor stays valid after its project is deleted or archived.
const CURSOR = statement(
  'projects.cursor',
  `select from projects
   where organization_id = $1 and workspace_id = $2 and id = $3 and ${holdsShared('$4')}`,
);

const GET = statement(
  'projects.get',
  `select ${FIELDS} from projects where organization_id = $1 and id = $2`,
);

@Injectable()
export class ProjectsReadModel {
  constructor(private readonly database: Database) {}

  /** The projects of a workspace that the caller can see, oldest first. */
  async list(
    context: CallContext,
    { workspaceId, cursor, limit, search, archived }: ListOptions,
  ): Promise<Page<ListedProjectRow>> {
    if (cursor !== null) await this.rejectUnknownCursor(context, workspaceId, cursor);
    const pattern = search === null || search === '' ? null : likePattern(search);
    const shared = sharedBoardIds(context.principal);
    const values = [context.organizationId, workspaceId, archived, pattern, cursor, shared];
    return pageOf(await this.database.query<ListedProjectRow>(context, LIST(limit), values), limit);
  }

  async get(context: TenantContext, id: ProjectId): Promise<ProjectRow | null> {
    const [row] = await this.database.query<ProjectRow>(context, GET, [context.organizationId, id]);
    return row ?? null;
  }

  private async rejectUnknownCursor(
    context: CallContext,
    workspaceId: WorkspaceId,
    cursor: ProjectId,
  ): Promise<void> {
    const values = [context.organizationId, workspaceId, cursor, sharedBoardIds(context.principal)];
    const rows = await this.database.query(context, CURSOR, values);
    if (rows.length === 0) throw new UnknownCursor();
  }
}
