import { Injectable } from '@nestjs/common';
import type { UserId, WorkspaceId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { Outbox } from '../../platform/jobs/outbox';
import { memberTopic } from '../hierarchy';
import { WorkspaceMembersRepository } from './workspace-members.repository';
import { workspacesEvents } from './workspaces.events';

type Tx = InTransaction<TenantContext & { readonly person: { readonly userId: string | null } }>;

/** Workspaces of people who come into the organization, or may be in workspaces no more; asked by the members module. */
@Injectable()
export class WorkspaceEnrolment {
  constructor(
    private readonly members: WorkspaceMembersRepository,
    private readonly outbox: Outbox,
  ) {}

  /** As a member of each that is still there. */
  async enrol(tx: Tx, userId: UserId, workspaceIds: readonly WorkspaceId[]): Promise<void> {
    if (workspaceIds.length === 0) return;
    const entered = await this.members.enrol(tx, workspaceIds, userId, 'member');
    tx.transaction.touch(memberTopic(userId));
    await this.outbox.append(tx, ...entered.map((id) => workspacesEvents.memberAdded(id, userId, 'member')));
  }

  async leaveAll(tx: Tx, userIds: readonly UserId[]): Promise<void> {
    const left = await this.members.leaveAll(tx, userIds);
    for (const userId of userIds) tx.transaction.touch(memberTopic(userId));
    await this.outbox.append(
      tx,
      ...left.map(({ workspaceId, userId }) => workspacesEvents.memberRemoved(workspaceId, userId)),
    );
  }
}
