import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import type { OrganizationRole } from '../../access/role';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import type { CausedContext } from '../../platform/events/origin-of';
import { Outbox } from '../../platform/events/outbox';
import { memberTopic } from '../hierarchy';
import { AlreadyAMember } from './members.errors';
import { membersEvents } from './members.events';
import { MembersReadModel } from './members.read-model';
import { MembersRepository } from './members.repository';

/**
 * A transaction in an organization, of a user who may not be a member yet; null for the operator of the installation, who
 * acts for no user.
 */
export type JoinContext = InTransaction<
  TenantContext & CausedContext & { readonly person: { readonly userId: UserId | null } }
>;

/** Adds members, for new organizations, invitations and single sign-on. */
@Injectable()
export class MembershipsService {
  constructor(
    private readonly members: MembersRepository,
    private readonly reads: MembersReadModel,
    private readonly outbox: Outbox,
  ) {}

  async join(context: JoinContext, userId: UserId, role: OrganizationRole): Promise<void> {
    if (!(await this.members.join(context, userId, role))) throw new AlreadyAMember();
    context.transaction.invalidate(memberTopic(userId));
    const member = await this.reads.get(context, userId);
    await this.outbox.append(context, membersEvents.joined.create({ member: member! }));
  }
}
