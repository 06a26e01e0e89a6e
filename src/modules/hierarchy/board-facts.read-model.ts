import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, GroupId } from '../../kernel/ids';
import { ChangeFeed } from '../../platform/cache/change-feed';
import { FreshCache } from '../../platform/cache/fresh-cache';
import { HttpConfig } from '../../platform/config/http.config';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { BoardFacts, ColumnFacts } from './facts';
import { boardTopic, projectTopic, workspaceTopic } from './topics';

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

const groupsIn = (state: string, order: string) => `(select coalesce(json_agg(json_build_object(
          'id', id, 'key', key::text, 'name', name, 'color', color, 'position', position, 'collapsed', collapsed,
          'archivedAt', to_char(archived_at, ${ISO}),
          'createdAt', to_char(created_at, ${ISO}), 'updatedAt', to_char(updated_at, ${ISO}))
        order by ${order}), '[]')
      from groups where organization_id = $1 and board_id = $2 and ${state})`;

export const BOARD = statement(
  'hierarchy.board',
  `select board.id, board.name, board.project_id as "projectId", board.default_view as "defaultView",
     board.structure_version::float8 as "structureVersion", board.archived_at as "archivedAt", board.created_by as "createdBy",
     board.created_at as "createdAt", board.updated_at as "updatedAt",
     json_build_object('id', workspace.id, 'visibility', workspace.visibility, 'archivedAt', workspace.archived_at)
       as workspace,
     (select slug from organizations where id = $1) as slug,
     ${groupsIn('archived_at is null', 'position, id')} as groups,
     ${groupsIn('archived_at is not null', 'id')} as "archivedGroups",
     (select coalesce(json_agg(json_build_object(
          'id', id, 'key', key::text, 'boardId', board_id, 'name', name, 'type', type, 'position', position, 'width', width,
          'required', required, 'config', config, 'defaultValue', default_value,
          'createdAt', to_char(created_at, ${ISO}), 'updatedAt', to_char(updated_at, ${ISO}))
        order by position, id), '[]')
      from columns where organization_id = $1 and board_id = $2) as columns,
     array(select target.id from columns target
      where target.organization_id = $1 and target.board_id = $2 and exists (
        select from columns looking
        where looking.organization_id = $1 and looking.config ? 'targetColumnId'
          and looking.config ->> 'targetColumnId' = target.id)) as "lookedAt",
     (select column_ids from board_computations where organization_id = $1 and board_id = $2) as computing,
     (select json_agg(json_build_object(
        'columnId', column_id, 'kind', kind, 'from', details ->> 'from', 'hasFailed', has_failed))
      from column_changes where organization_id = $1 and board_id = $2) as changing,
     (select coalesce(json_agg(json_build_object('columnId', column_id, 'key', key::text)), '[]') from item_orders
      where organization_id = $1 and board_id = $2 and state = 'ready') as orders
   from boards board
   join projects project on project.organization_id = $1 and project.id = board.project_id
   join workspaces workspace on workspace.organization_id = $1 and workspace.id = board.workspace_id
   where board.organization_id = $1 and board.id = $2
     and board.deleted_at is null and project.deleted_at is null and workspace.deleted_at is null`,
);

const BOARD_OF_GROUP = statement(
  'hierarchy.board-of-group',
  `select board_id as "boardId" from groups where organization_id = $1 and id = $2`,
);

const BOARD_OF_COLUMN = statement(
  'hierarchy.board-of-column',
  `select board_id as "boardId" from columns where organization_id = $1 and id = $2`,
);

const TTL_MS = 30_000;

type BoardRow = Omit<BoardFacts, 'baseUrl' | 'groupsById' | 'columnsById'> & { slug: string };

/**
 * A board with its groups, columns and surroundings, read with one statement and then cached: every call on an
 * item needs it, and it seldom changes. Inside a transaction it is always read from the database, so that
 * writers use the current state (decision 0018).
 */
@Injectable()
export class BoardFactsReadModel {
  private readonly boards: FreshCache<BoardFacts | null>;
  /** Groups and columns never change boards, so only deletion invalidates this, through `boards`. */
  private readonly homes: FreshCache<BoardId | null>;

  constructor(
    private readonly database: Database,
    private readonly http: HttpConfig,
    changes: ChangeFeed,
  ) {
    this.boards = new FreshCache(changes, { name: 'boards', maxEntries: 2_000, ttlMs: TTL_MS });
    this.homes = new FreshCache(changes, { name: 'boards-of-records', maxEntries: 20_000, ttlMs: TTL_MS });
  }

  /** Null when there is none, or it or a parent of it is deleted. */
  async board(context: TenantContext, id: BoardId): Promise<BoardFacts | null> {
    if (context.transaction) return this.load(context, id);
    return this.boards.get(`${context.organizationId}:${id}`, async () => {
      const value = await this.load(context, id);
      const topics = value
        ? [boardTopic(id), projectTopic(value.projectId), workspaceTopic(value.workspace.id)]
        : [boardTopic(id)];
      return { value, topics };
    });
  }

  /**
   * As `board`, also inside a transaction from the cache if possible: for what decides about no write, and for what the write
   * itself checks against the current board.
   */
  async recentBoard(context: TenantContext, id: BoardId): Promise<BoardFacts | null> {
    const recent = this.boards.peek(`${context.organizationId}:${id}`);
    return recent === undefined ? this.board(context, id) : recent;
  }

  /** The board that a column is or was on, which never changes; null for an unknown column. */
  async boardIdOfColumn(context: TenantContext, id: ColumnId): Promise<BoardId | null> {
    return this.homeId(context, id, BOARD_OF_COLUMN);
  }

  async boardOfGroup(context: TenantContext, id: GroupId): Promise<BoardFacts | null> {
    const board = await this.home(context, id, BOARD_OF_GROUP);
    return board?.groupsById.has(id) ? board : null;
  }

  /** As `boardOfGroup`, also for an archived group. */
  async boardOfAnyGroup(context: TenantContext, id: GroupId): Promise<BoardFacts | null> {
    const board = await this.home(context, id, BOARD_OF_GROUP);
    return board?.groupsById.has(id) || board?.archivedGroups.some((group) => group.id === id) ? board : null;
  }

  async boardOfColumn(context: TenantContext, id: ColumnId): Promise<BoardFacts | null> {
    const board = await this.home(context, id, BOARD_OF_COLUMN);
    return board?.columnsById.has(id) ? board : null;
  }

  private async home(
    context: TenantContext,
    id: string,
    find: typeof BOARD_OF_GROUP,
  ): Promise<BoardFacts | null> {
    const boardId = await this.homeId(context, id, find);
    return boardId === null ? null : this.board(context, boardId);
  }

  private async homeId(
    context: TenantContext,
    id: string,
    find: typeof BOARD_OF_GROUP,
  ): Promise<BoardId | null> {
    const key = `${context.organizationId}:${id}`;
    const known = this.homes.peek(key);
    if (known !== undefined) return known;
    const load = async () => {
      const [row] = await this.database.lookup<{ boardId: BoardId }>(context, find, [
        context.organizationId,
        id,
      ]);
      return row?.boardId ?? null;
    };
    // What a transaction reads can be its own, and roll back.
    if (context.transaction) return load();
    return this.homes.get(key, async () => {
      const value = await load();
      // A missing board is not cached: the id can be created a moment later.
      return { value, topics: value ? [boardTopic(value)] : null };
    });
  }

  private async load(context: TenantContext, id: BoardId): Promise<BoardFacts | null> {
    const [row] = await this.database.query<BoardRow>(context, BOARD, [context.organizationId, id]);
    if (!row) return null;
    const { slug, ...facts } = row;
    const columns = withBecomingUnique(facts);
    return {
      ...facts,
      columns,
      baseUrl: this.http.baseUrlOf(slug),
      groupsById: new Map(row.groups.map((group) => [group.id, group])),
      columnsById: new Map(columns.map((column) => [column.id, column])),
    };
  }
}

function withBecomingUnique({
  columns,
  changing,
}: Pick<BoardFacts, 'columns' | 'changing'>): readonly ColumnFacts[] {
  const changed = new Set(
    changing?.filter(({ kind }) => kind === 'addUniqueKeys').map(({ columnId }) => columnId),
  );
  if (changed.size === 0) return columns;
  return columns.map((column) => (changed.has(column.id) ? { ...column, isBecomingUnique: true } : column));
}
