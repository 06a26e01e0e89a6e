import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

// Columns are few compared with items: they are read by board, for one organization.
const NAMING = statement(
  'people-defaults.naming',
  `select id, board_id as "boardId" from columns
   where organization_id = $1 and type = $2 and default_value ? $3 order by board_id, id`,
);

const SET = statement(
  'people-defaults.set',
  `update columns set default_value = $3 where organization_id = $1 and id = $2`,
);

/** Default values of people columns. */
@Injectable()
export class PeopleDefaultsRepository {
  constructor(private readonly database: Database) {}

  /** The columns whose default value contains this user. */
  naming(
    context: TenantContext,
    type: string,
    userId: UserId,
  ): Promise<{ id: ColumnId; boardId: BoardId }[]> {
    return this.database.query(context, NAMING, [context.organizationId, type, userId]);
  }

  /** The board's structure must be locked. */
  async set(tx: InTransaction<TenantContext>, id: ColumnId, people: string[] | null): Promise<void> {
    const stored = people === null ? null : JSON.stringify(people);
    await this.database.query(tx, SET, [tx.organizationId, id, stored]);
  }
}
