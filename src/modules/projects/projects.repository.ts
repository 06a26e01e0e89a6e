import { Injectable } from '@nestjs/common';
import type { ProjectId, WorkspaceId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { ProjectEntity } from './project.entity';

const LOCK = statement(
  'projects.lock',
  `select from projects where organization_id = $1 and id = $2 for no key update`,
);

@Injectable()
export class ProjectsRepository extends TenantRepository<ProjectEntity> {
  constructor(database: Database) {
    super(database, ProjectEntity);
  }

  /** Locks the row, so that later checks are still valid when the change is written. */
  async lock(context: InTransaction<TenantContext>, id: ProjectId): Promise<void> {
    await this.database.query(context, LOCK, [context.organizationId, id]);
  }

  /** Some of the projects in a workspace, including deleted ones. */
  async anyOf(context: TenantContext, workspaceId: WorkspaceId): Promise<ProjectId[]> {
    const { organizationId } = context;
    const rows = await this.database.repository(context, ProjectEntity).find({
      select: { id: true },
      where: { organizationId, workspaceId },
      order: { id: 'asc' },
      take: 100,
    });
    return rows.map(({ id }) => id);
  }
}
