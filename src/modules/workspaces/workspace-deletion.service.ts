import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { WorkspaceId } from '../../kernel/ids';
import { tombstoneEnd } from '../../kernel/tombstone';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { Outbox } from '../../platform/events/outbox';
import { HierarchyService, RecordNotFound, workspaceTopic } from '../hierarchy';
import { WorkspacePurgeJob } from './workspace-purge.job';
import { WorkspaceChanged } from './workspaces.errors';
import { workspacesEvents } from './workspaces.events';
import { manageWorkspace } from './workspaces.policy';
import { presentWorkspace } from './workspaces.presenter';
import { WorkspacesReadModel } from './workspaces.read-model';
import { WorkspacesRepository } from './workspaces.repository';
import { authorize } from '../../access/policy';

@Injectable()
export class WorkspaceDeletionService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly workspaces: WorkspacesRepository,
    private readonly reads: WorkspacesReadModel,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The workspace is deleted immediately for everyone; its projects, boards and items are removed in the
   * background.
   */
  async delete(context: CallContext, id: WorkspaceId, expected?: Date): Promise<void> {
    const { organizationId } = context.principal;
    await this.transactions.run(context, async (tx) => {
      await this.workspaces.lock(tx, id);
      const { access } = await this.hierarchy.workspace(tx, id);
      authorize(manageWorkspace, tx.principal, { access });
      const row = await this.reads.get(tx, id);
      if (row === null) throw new RecordNotFound('workspace');
      const patch = { deletedAt: clock.now() };
      if ((await this.workspaces.update(tx, id, patch, expected)) === null) throw new WorkspaceChanged();
      tx.transaction.invalidate(workspaceTopic(id));
      const purge = { organizationId, workspaceId: id };
      await this.jobs.enqueue(tx, WorkspacePurgeJob, { ...purge, keepsRow: true });
      await this.jobs.enqueue(
        tx,
        WorkspacePurgeJob,
        { ...purge, keepsRow: false },
        { runAt: tombstoneEnd() },
      );
      await this.outbox.append(tx, workspacesEvents.deleted.create({ workspace: presentWorkspace(row) }));
    });
  }
}
