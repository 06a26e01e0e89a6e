import { Injectable } from '@nestjs/common';
import type { ItemId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { ITEM_FIELDS, type ItemRecord } from '../item.record';
import { SUB_ITEMS_LISTED_MAX } from './list-limits';

// One by one by lane: a join of sets could read all items of the organization.
const SUB_ITEMS = statement(
  'items.listed-sub-items',
  `select ${ITEM_FIELDS}, (row_number() over (partition by parent.key order by item.rank) - 1)::float8 as position
   from items parent
   cross join lateral (
     select * from items
     where organization_id = $1 and lane = parent.key
     order by rank limit ${SUB_ITEMS_LISTED_MAX}) item
   where parent.organization_id = $1 and parent.id = any ($2)
   order by parent.id, item.rank`,
);

/** The live sub-items of the items of a page, in one statement. */
@Injectable()
export class ListedSubItemsReadModel {
  constructor(private readonly database: Database) {}

  async ofParents(context: TenantContext, ids: readonly ItemId[]): Promise<Map<string, ItemRecord[]>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<ItemRecord>(context, SUB_ITEMS, [context.organizationId, ids]);
    const byParent = new Map<string, ItemRecord[]>();
    for (const row of rows) {
      const siblings = byParent.get(row.parentId!) ?? [];
      byParent.set(row.parentId!, siblings);
      siblings.push(row);
    }
    return byParent;
  }
}
