import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { ViewEntity } from './view.entity';
import { VIEWS_MAX } from './views.schemas';

// A row lock of the board serializes creations of its views, so that the count is exact.
const COUNT = statement(
  'views.count',
  `with held as (
     select id from boards where organization_id = $1 and id = $2 for no key update)
   select (select count(*) from views where organization_id = $1 and board_id = held.id)::int as count from held`,
);

@Injectable()
export class ViewsRepository extends TenantRepository<ViewEntity> {
  constructor(database: Database) {
    super(database, ViewEntity);
  }

  /** The number of views of a board; concurrent creations there wait until the transaction ends. */
  async lockCount(context: InTransaction<TenantContext>, boardId: BoardId): Promise<number> {
    const values = [context.organizationId, boardId];
    const [row] = await this.database.query<{ count: number }>(context, COUNT, values);
    return row?.count ?? 0;
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
