import { Injectable } from '@nestjs/common';
import type { ItemId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { ITEM_FIELDS, type ItemRecord } from '../item.record';
import { POSITION, POSITION_JOINS } from '../move/item-position';

const EXISTING = statement(
  'items.existing',
  `select ${ITEM_FIELDS}, ${POSITION}
   from items item ${POSITION_JOINS}
   where item.organization_id = $1 and item.id = any ($2)`,
);

/** Items by id, also archived ones and those in Trash; only items that were deleted permanently are missing. */
@Injectable()
export class ExistingItemsReadModel {
  constructor(private readonly database: Database) {}

  async byId(context: TenantContext, ids: readonly ItemId[]): Promise<Map<ItemId, ItemRecord>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<ItemRecord>(context, EXISTING, [context.organizationId, ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }
}
