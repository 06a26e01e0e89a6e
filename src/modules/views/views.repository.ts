import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { BoardId, UserId, ViewId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { ViewEntity } from './view.entity';
import { PERSONAL_VIEWS_MAX, VIEWS_MAX } from './views.schemas';

// A row lock of the board serializes creations of its views. The count is a later statement, whose snapshot contains the views
// that the lock has waited for.
const LOCK_BOARD = statement(
  'views.lock-board',
  'select from boards where organization_id = $1 and id = $2 for no key update',
);

const COUNT = statement(
  'views.count',
  `select count(*)::int as count from views
   where organization_id = $1 and board_id = $2 and personal_of is not distinct from $3`,
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
   * The number of views of a board, either the shared ones or those of a user; concurrent creations there wait until the
   * transaction ends.
   */
  async lockCount(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    personalOf: UserId | null,
  ): Promise<number> {
    const values = [context.organizationId, boardId];
    await this.database.query(context, LOCK_BOARD, values);
    const [row] = await this.database.query<{ count: number }>(context, COUNT, [...values, personalOf]);
    return row!.count;
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

  /** The shared views of a board and the user's own, oldest first. */
  ofBoard(context: TenantContext, boardId: BoardId, userId: UserId): Promise<ViewEntity[]> {
    const { organizationId } = context;
    return this.database.repository(context, ViewEntity).find({
      where: [
        { organizationId, boardId, personalOf: IsNull() },
        { organizationId, boardId, personalOf: userId },
      ],
      order: { id: 'asc' },
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
