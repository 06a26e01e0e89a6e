import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { BoardPurgeService } from '../boards';
import { ProjectsRepository } from './projects.repository';

/**
 * Permanently deletes projects with all their contents, in the background. A retry continues after a failed
 * attempt.
 */
@Injectable()
export class ProjectPurgeService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly boards: BoardPurgeService,
  ) {}

  /** Every project of a deleted workspace. */
  async purgeWorkspace(context: TenantContext, workspaceId: WorkspaceId, signal: AbortSignal): Promise<void> {
    for (;;) {
      const projects = await this.projects.anyOf(context, workspaceId);
      if (projects.length === 0) return;
      for (const id of projects) {
        await this.boards.purgeProject(context, id, signal);
        await this.projects.delete(context, id);
      }
    }
  }
}
