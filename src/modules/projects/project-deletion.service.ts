import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { ProjectId } from '../../kernel/ids';
import { tombstoneEnd } from '../../kernel/tombstone';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { Outbox } from '../../platform/jobs/outbox';
import { Hierarchy, projectTopic, RecordNotFound, RecordRefused } from '../hierarchy';
import { ProjectPurgeJob } from './project-purge.job';
import { ProjectChanged } from './projects.errors';
import { projectsEvents } from './projects.events';
import { projectsPolicy } from './projects.policy';
import { presentProject } from './projects.presenter';
import { ProjectsReadModel } from './projects.read-model';
import { ProjectsRepository } from './projects.repository';

@Injectable()
export class ProjectDeletionService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly projects: ProjectsRepository,
    private readonly reads: ProjectsReadModel,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /** The project is gone at once for everybody; its boards and what is on them are removed in the background. */
  async delete(context: CallContext, id: ProjectId, expected?: Date): Promise<void> {
    const { userId, organizationId } = context.principal;
    await this.transactions.run(context, async (tx) => {
      await this.projects.lock(tx, id);
      const { facts, access } = await this.hierarchy.project(tx, id);
      if (!projectsPolicy.mayDelete(access, facts.createdBy, userId)) {
        throw new RecordRefused('Only who made the project, or a workspace admin, deletes it');
      }
      const row = await this.reads.get(tx, id);
      if (row === null) throw new RecordNotFound('project');
      const patch = { deletedAt: clock.now() };
      if ((await this.projects.update(tx, id, patch, expected)) === null) throw new ProjectChanged();
      tx.transaction.touch(projectTopic(id));
      const purge = { organizationId, projectId: id };
      await this.jobs.enqueue(tx, ProjectPurgeJob, { ...purge, keepsRow: true });
      await this.jobs.enqueue(tx, ProjectPurgeJob, { ...purge, keepsRow: false }, { runAt: tombstoneEnd() });
      await this.outbox.append(tx, projectsEvents.deleted(presentProject(row)));
    });
  }
}
