import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../kernel/ids';
import type { PersonContext } from '../../access/principal';
import type { OrganizationRole } from '../../access/role';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { Outbox } from '../../platform/jobs/outbox';
import { memberTopic, RecordNotFound } from '../hierarchy';
import { WorkspaceEnrolment } from '../workspaces';
import { InvitationEnds } from './invitation-ends';
import { membersEvents } from './members.events';
import { MembersReadModel } from './members.read-model';
import { type MemberStanding, MembersRepository } from './members.repository';
import { MembershipsService } from './memberships.service';

type Within = InTransaction<PersonContext & { organizationId: OrganizationId }>;

/** Members as their organization's identity provider tells of them: what it vouches for is carried out, not judged again. */
@Injectable()
export class SignedOnMembers {
  constructor(
    private readonly members: MembersRepository,
    private readonly memberships: MembershipsService,
    private readonly invitations: InvitationEnds,
    private readonly reads: MembersReadModel,
    private readonly workspaces: WorkspaceEnrolment,
    private readonly outbox: Outbox,
  ) {}

  /** Lets memberships stand still until the transaction ends. */
  async hold(tx: InTransaction<TenantContext>): Promise<void> {
    if (!(await this.members.hold(tx))) throw new RecordNotFound('organization');
  }

  /** After `hold`; null for somebody who is no member. */
  async standing(tx: InTransaction<TenantContext>, userId: UserId): Promise<MemberStanding | null> {
    return (await this.members.standings(tx, [userId])).get(userId) ?? null;
  }

  /** After `hold`. An invitation that waits for the person ends with it. */
  async join(tx: Within, userId: UserId, role: OrganizationRole): Promise<void> {
    await this.memberships.join(tx, userId, role);
    await this.invitations.settle(tx, userId, role);
  }

  /** After `hold`. */
  async setRole(
    tx: Within,
    userId: UserId,
    { from, to }: { from: OrganizationRole; to: OrganizationRole },
  ): Promise<void> {
    await this.members.setRole(tx, userId, to);
    // Guests see single boards, never a workspace.
    if (to === 'guest') await this.workspaces.leaveAll(tx, [userId]);
    tx.transaction.touch(memberTopic(userId));
    const member = await this.reads.get(tx, userId);
    await this.outbox.append(tx, membersEvents.roleChanged(member!, from));
  }
}
