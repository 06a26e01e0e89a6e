import { Injectable } from '@nestjs/common';
import type { ItemId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statementOfShape } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { CompiledFilters } from '../../columns';

/** Whether single items match filters. */
@Injectable()
export class MatchingItemsReadModel {
  constructor(private readonly database: Database) {}

  /** False for an item in Trash. */
  async matches(context: TenantContext, id: ItemId, filters: CompiledFilters): Promise<boolean> {
    const values: unknown[] = [context.organizationId, id];
    const test = filters.test((value) => `$${values.push(value)}`);
    const text = `select from items item
      where item.organization_id = $1 and item.id = $2 and item.trashed_at is null and (${test})`;
    return (await this.database.query(context, statementOfShape('items.matches', text), values)).length > 0;
  }
}
