import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { ViewEntity } from './view.entity';
import { VIEWS_MAX } from './views.schemas';

// A row lock of the board serializes creations of its views. The count is a later statement, whose snapshot contains the views
// that the lock has waited for.
const LOCK_BOARD = statement(
  'views.lock-board',
  'select from boards where organization_id = $1 and id = $2 for no key update',
);

const COUNT = statement(
  'views.count',
  'select count(*)::int as count from views where organization_id = $1 and board_id = $2',
);

@Injectable()
export class ViewsRepository extends TenantRepository<ViewEntity> {
  constructor(database: Database) {
    super(database, ViewEntity);
  }

  /** The number of views of a board; concurrent creations there wait until the transaction ends. */
  async lockCount(context: InTransaction<TenantContext>, boardId: BoardId): Promise<number> {
    const values = [context.organizationId, boardId];
    await this.database.query(context, LOCK_BOARD, values);
    const [row] = await this.database.query<{ count: number }>(context, COUNT, values);
    return row!.count;
  }

  /** Oldest first. */
  ofBoard(context: TenantContext, boardId: BoardId): Promise<ViewEntity[]> {
    return this.database.repository(context, ViewEntity).find({
      where: { organizationId: context.organizationId, boardId },
      order: { id: 'asc' },
      take: VIEWS_MAX,
    });
  }
}
