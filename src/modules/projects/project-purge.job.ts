import { Injectable } from '@nestjs/common';
import type { OrganizationId, ProjectId } from '../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { BoardPurgeService } from '../boards';
import { ProjectsRepository } from './projects.repository';

export interface ProjectPurgePayload {
  organizationId: OrganizationId;
  projectId: ProjectId;
  /** Whether the emptied row stays (kernel/tombstone.ts). */
  keepsRow: boolean;
}

@Job({ name: 'projects.purge' })
@Injectable()
export class ProjectPurgeJob implements JobHandler<ProjectPurgePayload> {
  constructor(
    private readonly boards: BoardPurgeService,
    private readonly projects: ProjectsRepository,
  ) {}

  async perform({ organizationId, projectId, keepsRow }: ProjectPurgePayload, run: JobRun): Promise<void> {
    const context = { organizationId, transaction: null };
    await this.boards.purgeProject(context, projectId, run.signal);
    if (!keepsRow) await this.projects.delete(context, projectId);
  }
}
