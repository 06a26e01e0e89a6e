import { Injectable } from '@nestjs/common';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import type { WorkspaceRole } from '../../../access/role';
import type { WorkspaceId } from '../../../kernel/ids';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { HierarchyService, listMembers, organizationTopic, RecordNotFound } from '../../hierarchy';
import { AlreadyAWorkspaceGroup, GroupRoleChanged, NotAWorkspaceGroup } from '../workspaces.errors';
import { workspaceGroupsEvents } from '../workspaces.events';
import { manageWorkspace } from '../workspaces.policy';
import { WorkspaceGroupsReadModel } from './workspace-groups.read-model';
import { WorkspaceGroupsRepository } from './workspace-groups.repository';
import type { GroupId, WorkspaceGroup, WorkspaceGroupsUpdateRoleInput } from './workspace-groups.schemas';

/** Groups of people with a role in a workspace: each of their members has at least this role (decision 0133). */
@Injectable()
export class WorkspaceGroupsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly groups: WorkspaceGroupsRepository,
    private readonly reads: WorkspaceGroupsReadModel,
    private readonly outbox: Outbox,
  ) {}

  async list(context: CallContext, id: WorkspaceId, page: { cursor: GroupId | null; limit: number }) {
    await this.hierarchy.workspace(context, id);
    // Guests cannot see who is a member (decision 0034).
    authorize(listMembers, context.principal);
    const { rows, nextCursor } = await this.reads.list(context, id, page);
    return { groups: rows.map(present), nextCursor };
  }

  add(context: CallContext, workspaceId: WorkspaceId, groupId: GroupId, role: WorkspaceRole) {
    return this.manage(context, workspaceId, async (tx) => {
      if (!(await this.reads.lock(tx, groupId))) throw new RecordNotFound('group');
      if (!(await this.groups.add(tx, workspaceId, groupId, role))) throw new AlreadyAWorkspaceGroup();
      await this.outbox.append(tx, workspaceGroupsEvents.added.create({ workspaceId, groupId, role }));
      return this.group(tx, workspaceId, groupId);
    });
  }

  updateRole(
    context: CallContext,
    { workspaceId, groupId, role, expectedUpdatedAt }: WorkspaceGroupsUpdateRoleInput,
  ) {
    return this.manage(context, workspaceId, async (tx) => {
      if (!(await this.groups.setRole(tx, workspaceId, groupId, role, expectedUpdatedAt))) {
        // Throws if the group has no role.
        await this.group(tx, workspaceId, groupId);
        throw new GroupRoleChanged();
      }
      await this.outbox.append(tx, workspaceGroupsEvents.roleChanged.create({ workspaceId, groupId, role }));
      return this.group(tx, workspaceId, groupId);
    });
  }

  remove(context: CallContext, workspaceId: WorkspaceId, groupId: GroupId): Promise<void> {
    return this.manage(context, workspaceId, async (tx) => {
      if (!(await this.groups.remove(tx, workspaceId, groupId))) throw new NotAWorkspaceGroup();
      await this.outbox.append(tx, workspaceGroupsEvents.removed.create({ workspaceId, groupId }));
    });
  }

  private manage<T>(
    context: CallContext,
    workspaceId: WorkspaceId,
    work: (tx: InTransaction<CallContext>) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(context, async (tx) => {
      const { access } = await this.hierarchy.workspace(tx, workspaceId);
      authorize(manageWorkspace, tx.principal, { access });
      // One topic instead of one for each member: groups can have thousands, and their roles seldom change.
      tx.transaction.invalidate(organizationTopic(tx.organizationId));
      return work(tx);
    });
  }

  private async group(tx: InTransaction<CallContext>, workspaceId: WorkspaceId, groupId: GroupId) {
    const row = await this.reads.get(tx, workspaceId, groupId);
    if (row === null) throw new NotAWorkspaceGroup();
    return { workspaceId, ...present(row) };
  }
}

function present({ groupId, name, managedBy, role, memberCount, updatedAt }: WorkspaceGroup): WorkspaceGroup {
  return { groupId, name, managedBy, role, memberCount, updatedAt };
}
