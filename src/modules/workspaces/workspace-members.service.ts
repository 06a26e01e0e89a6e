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
  CannotJoinWorkspace,
  GuestInWorkspace,
  GUESTS_CANNOT_JOIN,
  MembershipChanged,
  NotAWorkspaceMember,
} from './workspaces.errors';
import { workspaceMembersEvents } from './workspaces.events';
import { manageWorkspace } from './workspaces.policy';
import { presentMembership } from './workspaces.presenter';
import { WorkspacesReadModel } from './workspaces.read-model';
import type { WorkspaceMembersUpdateRoleInput } from './workspaces.schemas';
import { authorize } from '../../access/policy';
import { canJoinWorkspaces, type OrganizationRole } from '../../access/role';

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
    return this.manage(context, workspaceId, [userId], async (tx) => {
      const organizationRole = (await this.reads.organizationRoles(tx, [userId])).get(userId);
      if (organizationRole === undefined) throw new RecordNotFound('member');
      if (!canJoinWorkspaces(organizationRole)) throw new GuestInWorkspace();
      if (!(await this.members.add(tx, workspaceId, userId, role))) throw new AlreadyAWorkspaceMember();
      await this.outbox.append(tx, workspaceMembersEvents.added.create({ workspaceId, userId, role }));
      return this.member(tx, workspaceId, userId);
    });
  }

  /** Members of the workspace keep their roles, so that a repeated call demotes no one (decision 0133). */
  addMany(context: CallContext, workspaceId: WorkspaceId, userIds: readonly UserId[], role: WorkspaceRole) {
    return this.manage(context, workspaceId, userIds, async (tx) => {
      rejectUnfit(userIds, await this.reads.organizationRoles(tx, userIds));
      const added = new Set(await this.members.addMany(tx, workspaceId, userIds, role));
      const events = [...added].map((userId) =>
        workspaceMembersEvents.added.create({ workspaceId, userId, role }),
      );
      await this.outbox.append(tx, ...events);
      const rows = await this.reads.namedMembers(tx, workspaceId, userIds);
      const members = userIds.map((userId) => ({
        ...presentMembership(rows.get(userId)!),
        outcome: added.has(userId) ? ('added' as const) : ('unchanged' as const),
      }));
      return { members };
    });
  }

  updateRole(
    context: CallContext,
    { workspaceId, userId, role, expectedUpdatedAt }: WorkspaceMembersUpdateRoleInput,
  ) {
    return this.manage(context, workspaceId, [userId], async (tx) => {
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
    return this.manage(context, workspaceId, [userId], async (tx) => {
      if (!(await this.members.remove(tx, workspaceId, userId))) throw new NotAWorkspaceMember();
      await this.outbox.append(tx, workspaceMembersEvents.removed.create({ workspaceId, userId }));
    });
  }

  private manage<T>(
    context: CallContext,
    workspaceId: WorkspaceId,
    userIds: readonly UserId[],
    work: (tx: InTransaction<CallContext>) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(context, async (tx) => {
      const { access } = await this.hierarchy.workspace(tx, workspaceId);
      authorize(manageWorkspace, tx.principal, { access });
      for (const userId of userIds) tx.transaction.invalidate(memberTopic(userId));
      return work(tx);
    });
  }

  private async member(tx: InTransaction<CallContext>, workspaceId: WorkspaceId, userId: UserId) {
    const row = await this.reads.member(tx, workspaceId, userId);
    if (row === null) throw new NotAWorkspaceMember();
    return { workspaceId, ...presentMembership(row) };
  }
}

/** Names each user who is no active member of the organization, or is a guest of it. */
function rejectUnfit(userIds: readonly UserId[], roles: ReadonlyMap<UserId, OrganizationRole>): void {
  const issues = userIds.flatMap((userId, index) => {
    const role = roles.get(userId);
    if (role !== undefined && canJoinWorkspaces(role)) return [];
    const message = role === undefined ? 'No such member' : GUESTS_CANNOT_JOIN;
    return [{ path: `userIds.${index}`, message }];
  });
  if (issues.length > 0) throw new CannotJoinWorkspace(issues, roles.size < userIds.length);
}
