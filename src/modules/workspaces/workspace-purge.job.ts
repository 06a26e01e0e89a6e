import { Injectable } from '@nestjs/common';
import type { OrganizationId, WorkspaceId } from '../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { ProjectPurgeService } from '../projects';
import { WorkspacesRepository } from './workspaces.repository';

export interface WorkspacePurgePayload {
  organizationId: OrganizationId;
  workspaceId: WorkspaceId;
  /** Whether the emptied row stays (kernel/tombstone.ts). */
  keepsRow: boolean;
}

@Job({ name: 'workspaces.purge' })
@Injectable()
export class WorkspacePurgeJob implements JobHandler<WorkspacePurgePayload> {
  constructor(
    private readonly projects: ProjectPurgeService,
    private readonly workspaces: WorkspacesRepository,
  ) {}

  async perform(
    { organizationId, workspaceId, keepsRow }: WorkspacePurgePayload,
    run: JobRun,
  ): Promise<void> {
    const context = { organizationId, transaction: null };
    await this.projects.purgeWorkspace(context, workspaceId, run.signal);
    if (!keepsRow) await this.workspaces.delete(context, workspaceId);
  }
}
