import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId, ProjectId, WorkspaceId } from '../../kernel/ids';
import { ChangeFeed } from '../../platform/cache/change-feed';
import { FreshCache } from '../../platform/cache/fresh-cache';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { ItemFacts, ProjectFacts, WorkspaceRecord } from './facts';
import type { WorkspaceFacts } from './workspace-access';

const WORKSPACE = statement(
  'hierarchy.workspace',
  `select id, visibility, archived_at as "archivedAt" from workspaces
   where organization_id = $1 and id = $2 and deleted_at is null`,
);

const WORKSPACES = statement(
  'hierarchy.workspaces',
  `select id, visibility from workspaces where organization_id = $1 and deleted_at is null`,
);

const PROJECT = statement(
  'hierarchy.project',
  `select project.id, project.created_by as "createdBy", project.archived_at as "archivedAt",
     json_build_object('id', workspace.id, 'visibility', workspace.visibility, 'archivedAt', workspace.archived_at)
       as workspace
   from projects project
   join workspaces workspace on workspace.organization_id = $1 and workspace.id = project.workspace_id
   where project.organization_id = $1 and project.id = $2
     and project.deleted_at is null and workspace.deleted_at is null`,
);

const BOARDS = statement(
  'hierarchy.boards',
  `select board.id, board.archived_at as "archivedAt", json_build_object('id', workspace.id, 'visibility', workspace.visibility) as workspace
   from boards board
   join projects project on project.organization_id = $1 and project.id = board.project_id
   join workspaces workspace on workspace.organization_id = $1 and workspace.id = project.workspace_id
   where board.organization_id = $1 and board.id = any ($2)
     and board.deleted_at is null and project.deleted_at is null and workspace.deleted_at is null`,
);

const BOARDS_OF_PROJECT = statementFamily(
  'hierarchy.boards-of-project',
  (limit: number) => `select id from boards
   where organization_id = $1 and project_id = $2 and deleted_at is null and archived_at is null
   order by position, id limit ${limit}`,
);

const ITEMS = statement(
  'hierarchy.items',
  `select id, key::text as key, board_id as "boardId", group_id as "groupId", parent_id as "parentId",
     archived_at is not null as "isArchived", trashed_at is not null as "isTrashed"
   from items where organization_id = $1 and id = any ($2)`,
);

/** Long, because no one relies on what it limits. */
const HOME_TTL_MS = 300_000;

/** The location of workspaces, projects and items; null or absent when there is none. */
@Injectable()
export class PlaceReadModel {
  private readonly homes: FreshCache<BoardId | null>;

  constructor(
    private readonly database: Database,
    changes: ChangeFeed,
  ) {
    this.homes = new FreshCache(changes, { name: 'places', maxEntries: 20_000, ttlMs: HOME_TTL_MS });
  }

  async workspace(context: TenantContext, id: WorkspaceId): Promise<WorkspaceRecord | null> {
    const [row] = await this.database.lookup<WorkspaceRecord>(context, WORKSPACE, [
      context.organizationId,
      id,
    ]);
    return row ?? null;
  }

  workspaces(context: TenantContext): Promise<WorkspaceFacts[]> {
    return this.database.query<WorkspaceFacts>(context, WORKSPACES, [context.organizationId]);
  }

  async project(context: TenantContext, id: ProjectId): Promise<ProjectFacts | null> {
    const [row] = await this.database.lookup<ProjectFacts>(context, PROJECT, [context.organizationId, id]);
    return row ?? null;
  }

  boards(
    context: TenantContext,
    ids: readonly BoardId[],
  ): Promise<{ id: BoardId; archivedAt: string | null; workspace: WorkspaceFacts }[]> {
    return this.database.query(context, BOARDS, [context.organizationId, ids]);
  }

  /** Those that are not archived, in their order. */
  async boardsOfProject(context: TenantContext, id: ProjectId, limit: number): Promise<BoardId[]> {
    const rows = await this.database.query<{ id: BoardId }>(context, BOARDS_OF_PROJECT(limit), [
      context.organizationId,
      id,
    ]);
    return rows.map((row) => row.id);
  }

  items(context: TenantContext, ids: readonly ItemId[]): Promise<ItemFacts[]> {
    return this.database.query<ItemFacts>(context, ITEMS, [context.organizationId, ids]);
  }

  /** The board that an item was on when it was last read; since then it can have moved, or moved to Trash. */
  async expectedBoardOfItem(context: TenantContext, id: ItemId): Promise<BoardId | null> {
    const key = `${context.organizationId}:${id}`;
    return this.homes.get(key, async () => {
      const value = await this.boardOfItem(context, id);
      // A missing item is not cached: the id can be created a moment later.
      return { value, topics: value === null ? null : [] };
    });
  }

  private async boardOfItem(context: TenantContext, id: ItemId): Promise<BoardId | null> {
    const [item] = await this.items(context, [id]);
    return item?.boardId ?? null;
  }
}
