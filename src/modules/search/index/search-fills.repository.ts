import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { SearchFillEntity } from './search-fill.entity';

// Across organizations, a few at a time: each is a separate job.
const WAITING = statement(
  'search-fills.waiting',
  `select organization_id as "organizationId" from search_fills order by organization_id limit 100`,
);

/** Organizations whose records are older than the index. */
@Injectable()
export class SearchFillsRepository {
  constructor(private readonly database: Database) {}

  async waiting(): Promise<OrganizationId[]> {
    const rows = await this.database.query<{ organizationId: OrganizationId }>(NO_TRANSACTION, WAITING, []);
    return rows.map(({ organizationId }) => organizationId);
  }

  async done(context: TenantContext): Promise<void> {
    const { organizationId } = context;
    await this.database.repository(context, SearchFillEntity).delete({ organizationId });
  }
}
