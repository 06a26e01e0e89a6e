import { Injectable } from '@nestjs/common';
import type { ItemId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';

const NAMES = statement(
  'items.linked-names',
  `select id, name from items
   where organization_id = $1 and id = any ($2) and trashed_at is null order by id`,
);

/** Names of items by id; those in Trash have none. Checks no permissions. */
@Injectable()
export class LinkedNamesReadModel {
  constructor(private readonly database: Database) {}

  find(context: TenantContext, ids: readonly ItemId[]): Promise<{ id: ItemId; name: string }[]> {
    return this.database.query(context, NAMES, [context.organizationId, ids]);
  }
}
