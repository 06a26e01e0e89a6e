import { Injectable } from '@nestjs/common';
import type { UserId, WorkspaceId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { Outbox } from '../../platform/events/outbox';
import { memberTopic } from '../hierarchy';
import { WorkspaceMembersRepository } from './workspace-members.repository';
import { workspaceMembersEvents } from './workspaces.events';

type Tx = InTransaction<TenantContext & { readonly person: { readonly userId: string | null } }>;

/** Workspaces of users who join the organization, or lose access to workspaces; called by the members module. */
@Injectable()
export class WorkspaceEnrolmentService {
  constructor(
    private readonly members: WorkspaceMembersRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Adds the user as a member of each workspace that still exists. */
  async enrol(tx: Tx, userId: UserId, workspaceIds: readonly WorkspaceId[]): Promise<void> {
    if (workspaceIds.length === 0) return;
    const entered = await this.members.enrol(tx, workspaceIds, userId, 'member');
    tx.transaction.invalidate(memberTopic(userId));
    const events = entered.map((workspaceId) =>
      workspaceMembersEvents.added.create({ workspaceId, userId, role: 'member' }),
    );
    await this.outbox.append(tx, ...events);
  }

  async leaveAll(tx: Tx, userIds: readonly UserId[]): Promise<void> {
    const left = await this.members.leaveAll(tx, userIds);
    for (const userId of userIds) tx.transaction.invalidate(memberTopic(userId));
    await this.outbox.append(
      tx,
      ...left.map(({ workspaceId, userId }) =>
        workspaceMembersEvents.removed.create({ workspaceId, userId }),
      ),
    );
  }
}
