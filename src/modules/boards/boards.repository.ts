import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { BoardId, GroupId, ProjectId, UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { BoardEntity } from './board.entity';

const LOCK = statement(
  'boards.lock',
  `select from boards where organization_id = $1 and id = $2 for no key update`,
);

const HOLD_STRUCTURE = statement('boards.hold-structure', `select board_structure_change($1, $2)`);

// For share: groups and columns of a board that is being copied wait, its items do not.
const SOURCES = statement(
  'boards.copy-sources',
  `select id from boards
   where organization_id = $1 and (project_id = $2 or id = $3) and deleted_at is null order by id for share`,
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
  `select id from groups where organization_id = $1 and board_id = any ($2) order by board_id, position`,
);

const COPY_GROUPS = statement(
  'boards.copy-groups',
  `insert into groups
     (organization_id, id, board_id, name, color, position, collapsed, created_at, updated_at)
   select $1, pair.copy, board.copy, source.name, source.color, source.position, source.collapsed, $6, $6
   from unnest($2::text[], $3::text[]) as pair (source, copy)
   join groups source on source.organization_id = $1 and source.id = pair.source
   join unnest($4::text[], $5::text[]) as board (source, copy) on board.source = source.board_id`,
);

const ANY_OF = statement(
  'boards.any-of',
  `select id from boards where organization_id = $1 and project_id = $2 order by id limit 100`,
);

const MARK_DELETED = statement(
  'boards.mark-deleted',
  `update boards set deleted_at = $3 where organization_id = $1 and id = $2 and deleted_at is null`,
);

type Ids<Id> = ReadonlyMap<Id, Id>;

@Injectable()
export class BoardsRepository extends TenantRepository<BoardEntity> {
  constructor(database: Database) {
    super(database, BoardEntity);
  }

  /** Makes other writers of this row wait, so that what is judged next still holds when it is written. */
  async lock(context: InTransaction<TenantContext>, id: BoardId): Promise<void> {
    await this.database.query(context, LOCK, [context.organizationId, id]);
  }

  /** Before any change of groups or columns: waits for writers of items that judged by them, and marks the change. */
  async holdStructure(context: InTransaction<TenantContext>, id: BoardId): Promise<void> {
    await this.database.query(context, HOLD_STRUCTURE, [context.organizationId, id]);
  }

  /** Some of the boards in a project, deleted ones too. */
  async anyOf(context: TenantContext, projectId: ProjectId): Promise<BoardId[]> {
    const rows = await this.database.query<{ id: BoardId }>(context, ANY_OF, [
      context.organizationId,
      projectId,
    ]);
    return rows.map(({ id }) => id);
  }

  async markDeleted(context: InTransaction<TenantContext>, id: BoardId): Promise<void> {
    await this.database.query(context, MARK_DELETED, [context.organizationId, id, clock.now()]);
  }

  /** The live boards of a project, or one board, kept as they are until the transaction ends. */
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

  /** Board by board, each in its order, so that ids given to copies sort like the originals'. */
  async groupsOf(context: TenantContext, boards: readonly BoardId[]): Promise<GroupId[]> {
    const rows = await this.database.query<{ id: GroupId }>(context, GROUPS_OF, [
      context.organizationId,
      boards,
    ]);
    return rows.map(({ id }) => id);
  }

  async copyGroups(
    context: InTransaction<TenantContext>,
    groups: Ids<GroupId>,
    boards: Ids<BoardId>,
  ): Promise<void> {
    await this.database.query(context, COPY_GROUPS, [
      context.organizationId,
      [...groups.keys()],
      [...groups.values()],
      [...boards.keys()],
      [...boards.values()],
      clock.now(),
    ]);
  }
}
