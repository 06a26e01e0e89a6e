import { NotAuthenticated } from '../../../access/access-errors';
import type { CallContext, UserContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import { AUDITED_INVITATION } from './invitation-audit-snapshot';
import { AUDITED_MEMBERSHIP } from '../member-audit-snapshot';
import { InvitationAcceptanceService } from './invitation-acceptance.service';
import { InvitationLinksService } from './invitation-links.service';
import { SignInToAccept } from './invitations.errors';
import { presentInvitation } from './invitations.presenter';
import { InvitationsReadModel } from './invitations.read-model';
import * as schemas from './invitations.schemas';
import { InvitationsService } from './invitations.service';
import { InvitedPersonReadModel } from './invited-person.read-model';

@Procedures()
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly links: InvitationLinksService,
    private readonly reads: InvitationsReadModel,
    private readonly acceptance: InvitationAcceptanceService,
    private readonly people: InvitedPersonReadModel,
    private readonly transactions: TransactionRunner,
  ) {}

  @MutationProcedure('organizations.members.invite', {
    ...schemas.membersInvite,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_INVITATION,
    description:
      'Sends an invitation by e-mail. The link works once, for seven days, and only for the invited address. Only the owner can invite admins; no one can be invited as owner. CONFLICT if the address belongs to a member or has a pending invitation.',
  })
  invite(context: CallContext, input: schemas.InviteInput) {
    return this.invitations.invite(context, input);
  }

  @QueryProcedure('invitations.list', {
    ...schemas.invitationsList,
    scope: 'read',
    role: 'admin',
    description:
      'Invitations of the organization, oldest first, including accepted, revoked and expired ones.',
  })
  async list(context: CallContext, input: schemas.InvitationsListInput) {
    const { rows, nextCursor } = await this.reads.list(context, input);
    return { invitations: rows.map(presentInvitation), nextCursor };
  }

  @MutationProcedure('invitations.revoke', {
    ...schemas.invitationsChange,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_INVITATION,
    description: 'Revokes a pending invitation. Its link stops working immediately.',
  })
  revoke(context: CallContext, { id }: Input<typeof schemas.invitationsChange>) {
    return this.invitations.revoke(context, id);
  }

  @MutationProcedure('invitations.resend', {
    ...schemas.invitationsChange,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_INVITATION,
    description:
      'Sends a pending or expired invitation again with a new link, valid for seven days. The previous link stops working immediately.',
  })
  resend(context: CallContext, { id }: Input<typeof schemas.invitationsChange>) {
    return this.invitations.resend(context, id);
  }

  @MutationProcedure('invitations.link', {
    ...schemas.invitationsLink,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_INVITATION,
    hasSecretAnswer: true,
    description:
      'Returns a new link of a pending or expired invitation, to be given to the invited person without a mail. It works once, for seven days, and only for the invited address. The previous link stops working immediately, and a mail that was not sent yet is not sent. `link` is returned only here.',
  })
  link(context: CallContext, { id }: Input<typeof schemas.invitationsLink>) {
    return this.links.create(context, id);
  }

  @MutationProcedure('invitations.accept', {
    ...schemas.invitationsAccept,
    scope: 'admin',
    role: 'person',
    isAudited: true,
    recordAuditSnapshot: AUDITED_MEMBERSHIP,
    description:
      'Joins the organization of the invitation. Requires a session of the invited address. New users pass the token to POST /api/auth/register instead.',
  })
  accept(context: UserContext, { token }: Input<typeof schemas.invitationsAccept>) {
    const { credential, userId } = context.person;
    if (credential.kind !== 'session') throw new SignInToAccept();
    return this.transactions.run(context, async (tx) => {
      const emailKey = await this.people.emailKey(tx, userId);
      if (emailKey === null) throw new NotAuthenticated();
      const { organizationId, organizationSlug, role } = await this.acceptance.accept(tx, token, {
        userId,
        emailKey,
      });
      return { organizationId, organizationSlug, role };
    });
  }
}
