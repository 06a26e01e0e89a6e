import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';

const OF_CELL = statement(
  'stored-references.of-cell',
  `select ref from item_values
   where organization_id = $1 and item_id = $2 and column_id = $3 and ref is not null`,
);

/** The ids that cells already name. */
@Injectable()
export class StoredReferencesReadModel {
  constructor(private readonly database: Database) {}

  async ofCell(context: TenantContext, itemId: string, columnId: string): Promise<ReadonlySet<string>> {
    const values = [context.organizationId, itemId, columnId];
    const rows = await this.database.query<{ ref: string }>(context, OF_CELL, values);
    return new Set(rows.map(({ ref }) => ref));
  }
}
