import { Injectable } from '@nestjs/common';
import type { UserId, WorkspaceId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { WorkspaceRole } from '../../access/role';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { HierarchyService, listMembers, memberTopic, RecordNotFound } from '../hierarchy';
import { WorkspaceMembersRepository } from './workspace-members.repository';
import {
  AlreadyAWorkspaceMember,
  GuestInWorkspace,
  MembershipChanged,
  NotAWorkspaceMember,
} from './workspaces.errors';
import { workspaceMembersEvents } from './workspaces.events';
import { manageWorkspace } from './workspaces.policy';
import { presentMembership } from './workspaces.presenter';
import { WorkspacesReadModel } from './workspaces.read-model';
import type { WorkspaceMembersUpdateRoleInput } from './workspaces.schemas';
import { authorize } from '../../access/policy';
import { canJoinWorkspaces } from '../../access/role';

/** The members of a workspace and their roles. */
@Injectable()
export class WorkspaceMembersService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly members: WorkspaceMembersRepository,
    private readonly reads: WorkspacesReadModel,
    private readonly outbox: Outbox,
  ) {}

  async list(context: CallContext, id: WorkspaceId, page: { cursor: UserId | null; limit: number }) {
    await this.hierarchy.workspace(context, id);
    // Guests cannot see who is a member (decision 0034).
    authorize(listMembers, context.principal);
    const { rows, nextCursor } = await this.reads.members(context, id, page);
    return { members: rows.map(presentMembership), nextCursor };
  }

  add(context: CallContext, workspaceId: WorkspaceId, userId: UserId, role: WorkspaceRole) {
    return this.manage(context, workspaceId, userId, async (tx) => {
      const organizationRole = await this.reads.organizationRole(tx, userId);
      if (organizationRole === null) throw new RecordNotFound('member');
      if (!canJoinWorkspaces(organizationRole)) throw new GuestInWorkspace();
      if (!(await this.members.add(tx, workspaceId, userId, role))) throw new AlreadyAWorkspaceMember();
      await this.outbox.append(tx, workspaceMembersEvents.added.create({ workspaceId, userId, role }));
      return this.member(tx, workspaceId, userId);
    });
  }

  updateRole(
    context: CallContext,
    { workspaceId, userId, role, expectedUpdatedAt }: WorkspaceMembersUpdateRoleInput,
  ) {
    return this.manage(context, workspaceId, userId, async (tx) => {
      if (!(await this.members.setRole(tx, workspaceId, userId, role, expectedUpdatedAt))) {
        // Throws if the user is not a member.
        await this.member(tx, workspaceId, userId);
        throw new MembershipChanged();
      }
      await this.outbox.append(tx, workspaceMembersEvents.roleChanged.create({ workspaceId, userId, role }));
      return this.member(tx, workspaceId, userId);
    });
  }

  remove(context: CallContext, workspaceId: WorkspaceId, userId: UserId): Promise<void> {
    return this.manage(context, workspaceId, userId, async (tx) => {
      if (!(await this.members.remove(tx, workspaceId, userId))) throw new NotAWorkspaceMember();
      await this.outbox.append(tx, workspaceMembersEvents.removed.create({ workspaceId, userId }));
    });
  }

  private manage<T>(
    context: CallContext,
    workspaceId: WorkspaceId,
    userId: UserId,
    work: (tx: InTransaction<CallContext>) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(context, async (tx) => {
      const { access } = await this.hierarchy.workspace(tx, workspaceId);
      authorize(manageWorkspace, tx.principal, { access });
      tx.transaction.invalidate(memberTopic(userId));
      return work(tx);
    });
  }

  private async member(tx: InTransaction<CallContext>, workspaceId: WorkspaceId, userId: UserId) {
    const row = await this.reads.member(tx, workspaceId, userId);
    if (row === null) throw new NotAWorkspaceMember();
    return { workspaceId, ...presentMembership(row) };
  }
}
