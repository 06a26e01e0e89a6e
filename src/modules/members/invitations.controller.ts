import { NotAuthenticated } from '../../access/access-errors';
import type { CallContext, PersonContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { AUDITED_INVITATION } from './audited-invitation';
import { AUDITED_MEMBERSHIP } from './audited-member';
import { InvitationAcceptance } from './invitation-acceptance.service';
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
    private readonly reads: InvitationsReadModel,
    private readonly acceptance: InvitationAcceptance,
    private readonly people: InvitedPersonReadModel,
    private readonly transactions: TransactionRunner,
  ) {}

  @MutationProcedure('organizations.members.invite', {
    ...schemas.membersInvite,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    auditedRecord: AUDITED_INVITATION,
    description:
      'Mails somebody a link that works once, for seven days, and only for that address. Only the owner invites admins; nobody is invited as owner. An address that is a member or has a pending invitation is a CONFLICT.',
  })
  invite(context: CallContext, input: schemas.InviteInput) {
    return this.invitations.invite(context, input);
  }

  @QueryProcedure('invitations.list', {
    ...schemas.invitationsList,
    scope: 'read',
    role: 'admin',
    description: 'Invitations of the organization, oldest first, those that have ended too.',
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
    auditedRecord: AUDITED_INVITATION,
    description: 'Takes a pending invitation back: its link is dead at once.',
  })
  revoke(context: CallContext, { id }: Input<typeof schemas.invitationsChange>) {
    return this.invitations.revoke(context, id);
  }

  @MutationProcedure('invitations.resend', {
    ...schemas.invitationsChange,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    auditedRecord: AUDITED_INVITATION,
    description:
      'Mails a pending or expired invitation again, with a new link for seven days; the old link is dead at once.',
  })
  resend(context: CallContext, { id }: Input<typeof schemas.invitationsChange>) {
    return this.invitations.resend(context, id);
  }

  @MutationProcedure('invitations.accept', {
    ...schemas.invitationsAccept,
    scope: 'admin',
    role: 'person',
    isAudited: true,
    auditedRecord: AUDITED_MEMBERSHIP,
    description:
      'Joins the organization that the link of an invitation is from; needs a session of the invited address. New people give the token to POST /api/auth/register instead.',
  })
  accept(context: PersonContext, { token }: Input<typeof schemas.invitationsAccept>) {
    const { credential, userId } = context.person;
    if (credential.kind !== 'session') throw new SignInToAccept();
    return this.transactions.run(context, async (tx) => {
      const emailKey = await this.people.emailKey(tx, userId);
      if (emailKey === null) throw new NotAuthenticated();
      return this.acceptance.accept(tx, token, { userId, emailKey });
    });
  }
}
