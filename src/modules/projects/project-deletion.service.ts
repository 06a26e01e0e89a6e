import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { ProjectId } from '../../kernel/ids';
import { tombstoneEnd } from '../../kernel/tombstone';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { Outbox } from '../../platform/events/outbox';
import { HierarchyService, projectTopic, RecordNotFound } from '../hierarchy';
import { ProjectPurgeJob } from './project-purge.job';
import { ProjectChanged } from './projects.errors';
import { projectsEvents } from './projects.events';
import { deleteProject } from './projects.policy';
import { presentProject } from './projects.presenter';
import { ProjectsReadModel } from './projects.read-model';
import { ProjectsRepository } from './projects.repository';
import { authorize } from '../../access/policy';

@Injectable()
export class ProjectDeletionService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly projects: ProjectsRepository,
    private readonly reads: ProjectsReadModel,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The project is deleted immediately for everyone; its boards and their contents are removed in the background.
   */
  async delete(context: CallContext, id: ProjectId, expected?: Date): Promise<void> {
    const { organizationId } = context.principal;
    await this.transactions.run(context, async (tx) => {
      await this.projects.lock(tx, id);
      const { facts, access } = await this.hierarchy.project(tx, id);
      authorize(deleteProject, tx.principal, { facts, access });
      const row = await this.reads.get(tx, id);
      if (row === null) throw new RecordNotFound('project');
      const patch = { deletedAt: clock.now() };
      if ((await this.projects.update(tx, id, patch, expected)) === null) throw new ProjectChanged();
      tx.transaction.invalidate(projectTopic(id));
      const purge = { organizationId, projectId: id };
      await this.jobs.enqueue(tx, ProjectPurgeJob, { ...purge, keepsRow: true });
      await this.jobs.enqueue(tx, ProjectPurgeJob, { ...purge, keepsRow: false }, { runAt: tombstoneEnd() });
      await this.outbox.append(tx, projectsEvents.deleted.create({ project: presentProject(row) }));
    });
  }
}
