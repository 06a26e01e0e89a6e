import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { WorkspaceEntity } from './workspace.entity';

const LOCK = statement(
  'workspaces.lock',
  `select from workspaces where organization_id = $1 and id = $2 for no key update`,
);

@Injectable()
export class WorkspacesRepository extends TenantRepository<WorkspaceEntity> {
  constructor(database: Database) {
    super(database, WorkspaceEntity);
  }

  /** Locks the row, so that later checks are still valid when the change is written. */
  async lock(context: InTransaction<TenantContext>, id: WorkspaceId): Promise<void> {
    await this.database.query(context, LOCK, [context.organizationId, id]);
  }
}
