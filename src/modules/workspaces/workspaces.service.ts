import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId, type WorkspaceId } from '../../kernel/ids';
import { paletteColorOf } from '../../kernel/palette';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { EventTaking } from '../../platform/events/define-event';
import { Outbox } from '../../platform/events/outbox';
import { HierarchyService, memberTopic, RecordNotFound, workspaceTopic } from '../hierarchy';
import type { WorkspaceEntity } from './workspace.entity';
import { WorkspaceMembersRepository } from './workspace-members.repository';
import { WorkspaceChanged } from './workspaces.errors';
import { workspacesEvents } from './workspaces.events';
import { manageWorkspace } from './workspaces.policy';
import { presentWorkspace } from './workspaces.presenter';
import { WorkspacesReadModel } from './workspaces.read-model';
import { WorkspacesRepository } from './workspaces.repository';
import type { WorkspaceOutput, WorkspacesCreateInput, WorkspacesUpdateInput } from './workspaces.schemas';
import { authorize } from '../../access/policy';

interface Change {
  patch: Partial<WorkspaceEntity>;
  event: EventTaking<{ workspace: WorkspaceOutput }>;
  /** Whether there is nothing to change: the record is returned unchanged, without an event. */
  isDone?: (workspace: WorkspaceOutput) => boolean;
}

@Injectable()
export class WorkspacesService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly workspaces: WorkspacesRepository,
    private readonly members: WorkspaceMembersRepository,
    private readonly reads: WorkspacesReadModel,
    private readonly outbox: Outbox,
  ) {}

  create(context: CallContext, input: WorkspacesCreateInput): Promise<WorkspaceOutput> {
    return this.transactions.run(context, async (tx) => {
      const id = newId('workspace');
      const now = clock.now();
      await this.workspaces.insert(tx, {
        id,
        name: input.name,
        description: input.description ?? null,
        color: input.color ?? paletteColorOf(id),
        icon: input.icon ?? null,
        visibility: input.visibility,
        createdBy: context.principal.userId,
        archivedAt: null,
        deletedAt: null,
        createdAt: now,
        updatedAt: now,
      });
      await this.members.add(tx, id, context.principal.userId, 'admin');
      tx.transaction.invalidate(memberTopic(context.principal.userId));
      return this.publish(tx, id, workspacesEvents.created);
    });
  }

  update(
    context: CallContext,
    { id, expectedUpdatedAt, ...patch }: WorkspacesUpdateInput,
  ): Promise<WorkspaceOutput> {
    return this.change(context, id, expectedUpdatedAt, { patch, event: workspacesEvents.updated });
  }

  archive(context: CallContext, id: WorkspaceId, expected?: Date): Promise<WorkspaceOutput> {
    return this.change(context, id, expected, {
      patch: { archivedAt: clock.now() },
      event: workspacesEvents.archived,
      isDone: ({ archivedAt }) => archivedAt !== null,
    });
  }

  restore(context: CallContext, id: WorkspaceId, expected?: Date): Promise<WorkspaceOutput> {
    return this.change(context, id, expected, {
      patch: { archivedAt: null },
      event: workspacesEvents.restored,
      isDone: ({ archivedAt }) => archivedAt === null,
    });
  }

  private change(
    context: CallContext,
    id: WorkspaceId,
    expected: Date | undefined,
    { patch, event, isDone }: Change,
  ): Promise<WorkspaceOutput> {
    return this.transactions.run(context, async (tx) => {
      await this.workspaces.lock(tx, id);
      const { access } = await this.hierarchy.workspace(tx, id);
      authorize(manageWorkspace, tx.principal, { access });
      const current = await this.read(tx, id);
      if (isDone?.(current)) {
        if (expected && current.updatedAt !== expected.toISOString()) throw new WorkspaceChanged();
        return current;
      }
      if ((await this.workspaces.update(tx, id, patch, expected)) === null) throw new WorkspaceChanged();
      tx.transaction.invalidate(workspaceTopic(id));
      return this.publish(tx, id, event);
    });
  }

  private async publish(
    tx: InTransaction<CallContext>,
    id: WorkspaceId,
    event: EventTaking<{ workspace: WorkspaceOutput }>,
  ): Promise<WorkspaceOutput> {
    const workspace = await this.read(tx, id);
    await this.outbox.append(tx, event.create({ workspace }));
    return workspace;
  }

  private async read(tx: InTransaction<CallContext>, id: WorkspaceId): Promise<WorkspaceOutput> {
    const row = await this.reads.get(tx, id);
    if (row === null) throw new RecordNotFound('workspace');
    return presentWorkspace(row);
  }
}
