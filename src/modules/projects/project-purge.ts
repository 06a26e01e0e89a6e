import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { BoardPurge } from '../boards';
import { ProjectsRepository } from './projects.repository';

/** Removes projects and all they hold for good, in the background. What an attempt leaves undone the next one finds. */
@Injectable()
export class ProjectPurge {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly boards: BoardPurge,
  ) {}

  /** Every project of a workspace that is deleted. */
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
