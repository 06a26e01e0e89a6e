import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { TenantRepository } from '../../platform/database/tenant.repository';
import { WorkspaceEntity } from './workspace.entity';

@Injectable()
export class WorkspacesRepository extends TenantRepository<WorkspaceEntity> {
  constructor(database: Database) {
    super(database, WorkspaceEntity);
  }
}
