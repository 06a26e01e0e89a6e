import { Injectable } from '@nestjs/common';
import type { ColumnId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { COLUMN_DEPENDENCIES } from '../../../platform/database/locks';
import { columnKey } from '../../stored-values';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';

// UNION, not UNION ALL: each item is followed once, however many paths lead to it. Item by item: a join that was planned for an empty
// table would read all items of the organization (decision 0154).
export const LEADS_TO = statement(
  'dependencies.leads-to',
  `with recursive reached (id) as (
     select unnest($3::text[]) collate "C"
     union
     select item_values.ref from reached
     cross join lateral (select key from items where organization_id = $1 and id = reached.id limit 1) as items
     join item_values on item_values.item_key = items.key and item_values.column_key = ${columnKey('$1', '$2')}
       and item_values.ref is not null
   )
   select exists (select from reached where id = $4) as found`,
);

const LOCK = statement('dependencies.lock', `select ${COLUMN_DEPENDENCIES.exclusive('$1')}`);

/** Follows the dependencies in a column. */
@Injectable()
export class DependencyReadModel {
  constructor(private readonly database: Database) {}

  /** Whether one of `from` depends on `to`, directly or transitively. */
  async leadsTo(
    context: TenantContext,
    columnId: ColumnId,
    from: readonly string[],
    to: string,
  ): Promise<boolean> {
    const [row] = await this.database.query<{ found: boolean }>(context, LEADS_TO, [
      context.organizationId,
      columnId,
      from,
      to,
    ]);
    return row?.found === true;
  }

  /** Locks changes of this column until the transaction ends: two writes together could create a cycle. */
  async lock(context: TenantContext, columnId: ColumnId): Promise<void> {
    await this.database.query(context, LOCK, [columnId]);
  }
}
