import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { columnKey } from '../../stored-values';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';

const OF_CELL = statement(
  'stored-references.of-cell',
  `select ref from item_values
   where item_key = (select key from items where organization_id = $1 and id = $2)
     and column_key = ${columnKey('$1', '$3')} and ref is not null`,
);

const NAMED = statement(
  'stored-references.named',
  `select asked.column_id as "columnId", asked.id from unnest($2::text[], $3::text[]) as asked (column_id, id)
   where exists (select from item_values where column_key = ${columnKey('$1', 'asked.column_id')}
     and ref = asked.id)`,
);

/** An id, and a column whose cells can name it. */
export interface ColumnReference {
  columnId: string;
  id: string;
}

/** The ids that cells already name. */
@Injectable()
export class StoredReferencesReadModel {
  constructor(private readonly database: Database) {}

  async ofCell(context: TenantContext, itemId: string, columnId: string): Promise<ReadonlySet<string>> {
    const values = [context.organizationId, itemId, columnId];
    const rows = await this.database.query<{ ref: string }>(context, OF_CELL, values);
    return new Set(rows.map(({ ref }) => ref));
  }

  /** Those that at least one cell of their column names. */
  named(context: TenantContext, asked: readonly ColumnReference[]): Promise<ColumnReference[]> {
    return this.database.query<ColumnReference>(context, NAMED, [
      context.organizationId,
      asked.map(({ columnId }) => columnId),
      asked.map(({ id }) => id),
    ]);
  }
}
