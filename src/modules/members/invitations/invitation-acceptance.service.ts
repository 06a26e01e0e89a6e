import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import type { UserContext } from '../../../access/principal';
import type { OrganizationRole } from '../../../access/role';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { WorkspaceEnrolmentService } from '../../workspaces';
import { InvitationCompletionService } from './invitation-completion.service';
import { invitationTokenDigest } from './invitation-token';
import { InvitationForSomebodyElse, InvitationNotValid } from './invitations.errors';
import { type InvitationByToken, InvitationsRepository } from './invitations.repository';
import { membersEvents } from '../members.events';
import { MembersRepository } from '../members.repository';
import { MembershipsService } from '../memberships.service';

export interface Acceptance {
  organizationId: OrganizationId;
  organizationSlug: string;
  role: OrganizationRole;
  /** Whether the link was sent to the address, which the user has then proven to receive. */
  isMailed: boolean;
}

/** Accepts invitations, for the procedure and for registration. */
@Injectable()
export class InvitationAcceptanceService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly ends: InvitationCompletionService,
    private readonly members: MembersRepository,
    private readonly memberships: MembershipsService,
    private readonly workspaces: WorkspaceEnrolmentService,
    private readonly outbox: Outbox,
  ) {}

  /** The invitation of a link; null if the link is not valid. */
  find(context: DatabaseContext, token: string): Promise<InvitationByToken | null> {
    return this.invitations.findByToken(context, invitationTokenDigest(token));
  }

  /** The address to which the link was sent; null if the link is not valid. */
  async emailKeyOf(context: DatabaseContext, token: string): Promise<string | null> {
    const found = await this.invitations.findByToken(context, invitationTokenDigest(token));
    return found?.emailKey ?? null;
  }

  /**
   * Adds the user as a member, once. The link, the address and the permission of the inviter are checked at this time.
   * Workspaces that were deleted since are omitted.
   */
  async accept(
    tx: InTransaction<UserContext>,
    token: string,
    person: { userId: UserId; emailKey: string },
  ): Promise<Acceptance> {
    const digest = invitationTokenDigest(token);
    const found = await this.invitations.findByToken(tx, digest);
    if (found === null) throw new InvitationNotValid();
    if (found.emailKey !== person.emailKey) throw new InvitationForSomebodyElse();
    const { organizationId, slug } = found;
    const inside = { ...tx, organizationId };
    if (!(await this.members.lock(inside))) throw new InvitationNotValid();
    const invitation = await this.invitations.consume(inside, found.id, digest);
    if (invitation === null || !(await this.ends.isInviterAuthorized(inside, invitation)))
      throw new InvitationNotValid();
    const { role, workspaceIds } = invitation;
    await this.memberships.join(inside, person.userId, role);
    await this.workspaces.enrol(inside, person.userId, workspaceIds);
    const { userId } = person;
    const { invitedBy } = invitation;
    await this.outbox.append(
      inside,
      membersEvents.invitationAccepted.create({ invitationId: found.id, userId, invitedBy }),
    );
    return { organizationId, organizationSlug: slug, role, isMailed: found.isMailed };
  }
}
