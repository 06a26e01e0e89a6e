import { Injectable } from '@nestjs/common';
import type { ColumnId, ItemId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';

const FAMILY = statement(
  'items.family-of-sub-item',
  `select parent.id as "parentId",
     array(select sub.values -> $3 from items sub
           where sub.lane = parent.key) as values
   from items item
   join items parent on parent.organization_id = $1 and parent.id = item.parent_id and parent.trashed_at is null
   where item.organization_id = $1 and item.id = $2 and item.lane = parent.key`,
);

@Injectable()
export class SubItemsReadModel {
  constructor(private readonly database: Database) {}

  /** The parent of a live sub-item, and the stored values of all live sub-items in a column; null for other items. */
  async familyOf(
    context: TenantContext,
    id: ItemId,
    columnId: ColumnId,
  ): Promise<{ parentId: ItemId; values: (Json | null)[] } | null> {
    const values = [context.organizationId, id, columnId];
    const [row] = await this.database.query<{ parentId: ItemId; values: (Json | null)[] }>(
      context,
      FAMILY,
      values,
    );
    return row ?? null;
  }
}
