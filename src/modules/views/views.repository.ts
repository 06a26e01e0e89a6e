import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { BoardId, UserId, ViewId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { ViewEntity } from './view.entity';
import { PERSONAL_VIEWS_MAX, VIEWS_MAX } from './views.schemas';

// A row lock of the board serializes creations and orders of its views. The views are read by a later statement, whose snapshot
// contains those that the lock has waited for.
const LOCK_BOARD = statement(
  'views.lock-board',
  'select from boards where organization_id = $1 and id = $2 for no key update',
);

/** The order of a list; views without a position come last. */
const placeOf = (view: string) => `(coalesce(${view}.position, ${2 ** 31 - 1}), ${view}.id)`;

const IN_LIST = statement(
  'views.in-list',
  `select id from views
   where organization_id = $1 and board_id = $2 and personal_of is not distinct from $3
   order by ${placeOf('views')}`,
);

const POSITION = statement(
  'views.position',
  `select count(*)::int as position
   from views view join views earlier
     on earlier.organization_id = view.organization_id and earlier.board_id = view.board_id
     and earlier.personal_of is not distinct from view.personal_of and ${placeOf('earlier')} < ${placeOf('view')}
   where view.organization_id = $1 and view.id = $2`,
);

const REORDER = statement(
  'views.reorder',
  `update views set position = place.number - 1
   from unnest($2::text[]) with ordinality as place (id, number)
   where views.organization_id = $1 and views.id = place.id`,
);

const PLACES = statement(
  'views.places',
  `select id, board_id as "boardId" from views
   where organization_id = $1 and id = any ($2) and (personal_of is null or personal_of = $3)`,
);

const LOCK_OPTIONS = statement(
  'views.lock-options',
  'select options from views where organization_id = $1 and id = $2 for no key update',
);

@Injectable()
export class ViewsRepository extends TenantRepository<ViewEntity> {
  constructor(database: Database) {
    super(database, ViewEntity);
  }

  /**
   * The views of a board in their order, either the shared ones or those of a user; concurrent creations and orders there wait
   * until the transaction ends.
   */
  async lockList(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    personalOf: UserId | null,
  ): Promise<ViewId[]> {
    const values = [context.organizationId, boardId];
    await this.database.query(context, LOCK_BOARD, values);
    const rows = await this.database.query<{ id: ViewId }>(context, IN_LIST, [...values, personalOf]);
    return rows.map(({ id }) => id);
  }

  /** The number of views before this one in its list: a stored position can have gaps, where views were deleted. */
  async positionOf(context: TenantContext, id: ViewId): Promise<number> {
    const values = [context.organizationId, id];
    const [row] = await this.database.query<{ position: number }>(context, POSITION, values);
    return row!.position;
  }

  /** The views of a list that `lockList` has locked get the positions 0 to n-1. Their `updatedAt` does not change. */
  async reorder(context: InTransaction<TenantContext>, ids: readonly ViewId[]): Promise<void> {
    await this.database.query(context, REORDER, [context.organizationId, ids]);
  }

  /** The options that a view has now; they stay locked until the transaction ends. Null if it was deleted. */
  async lockOptions(
    context: InTransaction<TenantContext>,
    id: ViewId,
  ): Promise<ViewEntity['options'] | null> {
    const [row] = await this.database.query<Pick<ViewEntity, 'options'>>(context, LOCK_OPTIONS, [
      context.organizationId,
      id,
    ]);
    return row?.options ?? null;
  }

  /** The shared views of a board in their order, then the user's own in theirs. */
  ofBoard(context: TenantContext, boardId: BoardId, userId: UserId): Promise<ViewEntity[]> {
    const { organizationId } = context;
    return this.database.repository(context, ViewEntity).find({
      where: [
        { organizationId, boardId, personalOf: IsNull() },
        { organizationId, boardId, personalOf: userId },
      ],
      order: { personalOf: { direction: 'asc', nulls: 'first' }, position: 'asc', id: 'asc' },
      take: VIEWS_MAX + PERSONAL_VIEWS_MAX,
    });
  }

  /** Those of the views that are shared or the user's own, with their boards. */
  places(
    context: TenantContext,
    ids: readonly ViewId[],
    userId: UserId,
  ): Promise<Pick<ViewEntity, 'id' | 'boardId'>[]> {
    return this.database.query(context, PLACES, [context.organizationId, ids, userId]);
  }
}
