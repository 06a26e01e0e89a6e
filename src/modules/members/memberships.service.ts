import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../kernel/ids';
import type { UserContext } from '../../access/principal';
import type { OrganizationRole } from '../../access/role';
import type { InTransaction } from '../../platform/database/transaction';
import { Outbox } from '../../platform/events/outbox';
import { memberTopic } from '../hierarchy';
import { AlreadyAMember } from './members.errors';
import { membersEvents } from './members.events';
import { MembersReadModel } from './members.read-model';
import { MembersRepository } from './members.repository';

/** A transaction of a user in an organization of which the user may not be a member yet. */
type JoinContext = InTransaction<UserContext & { readonly organizationId: OrganizationId }>;

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
