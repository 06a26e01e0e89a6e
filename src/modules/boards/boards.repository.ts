import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { BoardId, GroupId, ProjectId, UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { BOARD_STRUCTURE } from '../../platform/database/locks';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { BoardEntity } from './board.entity';

const LOCK = statement(
  'boards.lock',
  `select from boards where organization_id = $1 and id = $2 for no key update`,
);

// In the order of their ids, so that two calls never wait for each other.
const LOCK_PROJECTS = statement(
  'boards.lock-projects',
  `select from projects where organization_id = $1 and id = any ($2) order by id for no key update`,
);

const LIVE_IN = statement(
  'boards.live-in',
  `select id from boards
   where organization_id = $1 and project_id = $2 and deleted_at is null and archived_at is null
   order by position, id`,
);

const REORDER = statement(
  'boards.reorder',
  `update boards set position = place.number - 1
   from unnest($2::text[]) with ordinality as place (id, number)
   where boards.organization_id = $1 and boards.id = place.id`,
);

const LOCK_STRUCTURE = statement(
  'boards.lock-structure',
  `select board_structure_change(p_organization => $1, p_board => $2)`,
);

const LOCK_EXCLUSIVELY = statement('boards.lock-exclusively', `select ${BOARD_STRUCTURE.exclusive('$1')}`);

const MOVE_STRUCTURE_ON = statement(
  'boards.move-structure-on',
  `update boards set structure_version = structure_version + 1
   where organization_id = $1 and id = $2 and structure_version = $3 and deleted_at is null
   returning id`,
);

const MARK_DELETED = statement(
  'boards.mark-deleted',
  `update boards set deleted_at = $3 where organization_id = $1 and id = $2 and deleted_at is null
   returning id, project_id as "projectId", name`,
);

// Not locked: copying many items takes seconds, and changes of the original's groups and columns must not wait
// for it. The structure is read once; items in a group that is created meanwhile are copied to the first
// group.
const SOURCES = statement(
  'boards.copy-sources',
  `select id from boards
   where organization_id = $1 and deleted_at is null and (id = $3 or (project_id = $2 and archived_at is null))
   order by position, id`,
);

const COPY = statement(
  'boards.copy',
  `insert into boards
     (organization_id, id, workspace_id, project_id, name, default_view, created_by, created_at, updated_at)
   select $1, pair.copy, source.workspace_id, $4, coalesce($5, source.name), source.default_view, $6, $7, $7
   from unnest($2::text[], $3::text[]) as pair (source, copy)
   join boards source on source.organization_id = $1 and source.id = pair.source`,
);

const GROUPS_OF = statement(
  'boards.groups-of',
  `select id, board_id as "boardId", name, color, position, collapsed from groups
   where organization_id = $1 and board_id = any ($2) and archived_at is null order by board_id, position`,
);

const COPY_GROUPS = statement(
  'boards.copy-groups',
  `insert into groups
     (organization_id, id, board_id, name, color, position, collapsed, created_at, updated_at)
   select $1, copy.id, copy."boardId", copy.name, copy.color, copy.position, copy.collapsed, $3, $3
   from json_to_recordset($2) as copy (id text, "boardId" text, name text, color text, position int, collapsed boolean)`,
);

type Ids<Id> = ReadonlyMap<Id, Id>;

export interface CopiedGroup {
  id: GroupId;
  boardId: BoardId;
  name: string;
  color: string;
  position: number;
  collapsed: boolean;
}

export type DeletedBoard = Pick<BoardEntity, 'id' | 'projectId' | 'name'>;

@Injectable()
export class BoardsRepository extends TenantRepository<BoardEntity> {
  constructor(database: Database) {
    super(database, BoardEntity);
  }

  /** Locks projects, so that changes of the order of their boards wait, and so does their deletion. */
  async lockProjects(context: InTransaction<TenantContext>, ids: readonly ProjectId[]): Promise<void> {
    await this.database.query(context, LOCK_PROJECTS, [context.organizationId, ids]);
  }

  /** The boards of a project that are neither archived nor deleted, in their order. */
  async liveIn(context: InTransaction<TenantContext>, projectId: ProjectId): Promise<BoardId[]> {
    const values = [context.organizationId, projectId];
    const rows = await this.database.query<{ id: BoardId }>(context, LIVE_IN, values);
    return rows.map(({ id }) => id);
  }

  /** The boards of a project get the positions 0 to n-1. Their `updatedAt` does not change. */
  async reorder(context: InTransaction<TenantContext>, ids: readonly BoardId[]): Promise<void> {
    await this.database.query(context, REORDER, [context.organizationId, ids]);
  }

  /** Locks the row, so that later checks are still valid when the change is written. */
  async lock(context: InTransaction<TenantContext>, id: BoardId): Promise<void> {
    await this.database.query(context, LOCK, [context.organizationId, id]);
  }

  /**
   * Required before any change of groups or columns: waits for writes of items that were validated against them, and
   * increments the version of the structure.
   */
  async lockStructure(context: InTransaction<TenantContext>, id: BoardId): Promise<void> {
    await this.database.query(context, LOCK_STRUCTURE, [context.organizationId, id]);
  }

  /**
   * Like lockStructure, for changes that are already written: false when the structure no longer has the version on
   * which they are based.
   */
  async moveStructureOn(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    version: number,
  ): Promise<boolean> {
    await this.database.query(context, LOCK_EXCLUSIVELY, [boardId]);
    const values = [context.organizationId, boardId, version];
    return (await this.database.query(context, MOVE_STRUCTURE_ON, values)).length > 0;
  }

  /** Some of the boards in a project, including deleted ones. */
  async anyOf(context: TenantContext, projectId: ProjectId): Promise<BoardId[]> {
    const { organizationId } = context;
    const rows = await this.database.repository(context, BoardEntity).find({
      select: { id: true },
      where: { organizationId, projectId },
      order: { id: 'asc' },
      take: 100,
    });
    return rows.map(({ id }) => id);
  }

  /** The board that is deleted now; null when it was deleted before. */
  async markDeleted(context: InTransaction<TenantContext>, id: BoardId): Promise<DeletedBoard | null> {
    const values = [context.organizationId, id, clock.now()];
    const [board] = await this.database.query<DeletedBoard>(context, MARK_DELETED, values);
    return board ?? null;
  }

  /** The live boards of a project, or one board. */
  async copySources(
    context: InTransaction<TenantContext>,
    { projectId, boardId }: { projectId?: ProjectId; boardId?: BoardId },
  ): Promise<BoardId[]> {
    const values = [context.organizationId, projectId ?? null, boardId ?? null];
    const rows = await this.database.query<{ id: BoardId }>(context, SOURCES, values);
    return rows.map(({ id }) => id);
  }

  async copy(
    context: InTransaction<TenantContext>,
    boards: Ids<BoardId>,
    to: { projectId: ProjectId; name: string | null; createdBy: UserId },
  ): Promise<void> {
    await this.database.query(context, COPY, [
      context.organizationId,
      [...boards.keys()],
      [...boards.values()],
      to.projectId,
      to.name,
      to.createdBy,
      clock.now(),
    ]);
  }

  /** Board by board, each in its order, so that the ids of copies sort like the originals'. */
  groupsOf(context: TenantContext, boards: readonly BoardId[]): Promise<CopiedGroup[]> {
    return this.database.query<CopiedGroup>(context, GROUPS_OF, [context.organizationId, boards]);
  }

  async insertGroups(context: InTransaction<TenantContext>, copies: readonly CopiedGroup[]): Promise<void> {
    const values = [context.organizationId, JSON.stringify(copies), clock.now()];
    await this.database.query(context, COPY_GROUPS, values);
  }
}
