import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { emailKey } from '../../kernel/email-key';
import { type Id, newId, type WorkspaceId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import { Hierarchy, RecordNotFound } from '../hierarchy';
import { HeldMembers } from './held-members';
import { INVITATION_DAYS } from './invitation-token';
import { InvitationMails } from './invitation-mails';
import {
  AlreadyInvited,
  GuestInWorkspaces,
  InvitationEnded,
  InvitedWorkspaceNotFound,
} from './invitations.errors';
import { presentInvitation, presentNewInvitation } from './invitations.presenter';
import { type InvitationRow, InvitationsReadModel } from './invitations.read-model';
import { InvitationsRepository } from './invitations.repository';
import type { InvitationOutput, InvitationRecord, InviteInput } from './invitations.schemas';
import { AlreadyAMember, RoleRefused } from './members.errors';
import { membersEvents } from './members.events';
import { membersPolicy } from './members.policy';

type InvitationId = Id<'invitation'>;
type Tx = InTransaction<CallContext>;

/** Invites people, sends invitations again and takes them back. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly held: HeldMembers,
    private readonly invitations: InvitationsRepository,
    private readonly reads: InvitationsReadModel,
    private readonly mails: InvitationMails,
    private readonly outbox: Outbox,
  ) {}

  invite(context: CallContext, { email, role, workspaceIds = [] }: InviteInput): Promise<InvitationOutput> {
    return this.transactions.run(context, async (tx) => {
      const { actor } = await this.held.hold(tx);
      if (!membersPolicy.mayInvite(actor, role)) throw new RoleRefused();
      if (role === 'guest' && workspaceIds.length > 0) throw new GuestInWorkspaces();
      await this.refuseUnseen(tx, workspaceIds);
      const id = newId('invitation');
      const key = emailKey(email);
      if (await this.invitations.isMember(tx, key)) throw new AlreadyAMember();
      const isNew = await this.invitations.insert(tx, {
        id,
        userId: newId('user'),
        email,
        emailKey: key,
        role,
        workspaceIds: [...new Set(workspaceIds)],
        invitedBy: tx.principal.userId,
        expiresAt: expiry(),
      });
      if (!isNew) throw new AlreadyInvited();
      await this.mails.send(tx, { id, emailKey: key });
      const invitation = presentInvitation(await this.read(tx, id));
      await this.outbox.append(tx, membersEvents.invited(invitation));
      return presentNewInvitation(invitation);
    });
  }

  /** With a new link for seven days more; the one before is dead. Whoever sends it vouches for it from now on. */
  resend(context: CallContext, id: InvitationId): Promise<InvitationRecord> {
    return this.change(context, id, async (tx, { emailKey: key }) => {
      if (await this.invitations.isMember(tx, key)) throw new AlreadyAMember();
      const to = { emailKey: key, invitedBy: tx.principal.userId, expiresAt: expiry() };
      if (!(await this.invitations.renew(tx, id, to))) throw new AlreadyInvited();
      await this.mails.send(tx, { id, emailKey: key });
      return membersEvents.invitedAgain;
    });
  }

  revoke(context: CallContext, id: InvitationId): Promise<InvitationRecord> {
    return this.change(context, id, async (tx, { status }) => {
      if (status !== 'pending') throw new InvitationEnded(status);
      await this.invitations.revoke(tx, id);
      return membersEvents.invitationRevoked;
    });
  }

  /** A change of an invitation that can still be accepted, or could be once it is sent again. */
  private change(
    context: CallContext,
    id: InvitationId,
    work: (
      tx: Tx,
      row: InvitationRow,
    ) => Promise<(record: InvitationRecord) => ReturnType<typeof membersEvents.invited>>,
  ): Promise<InvitationRecord> {
    return this.transactions.run(context, async (tx) => {
      const { actor } = await this.held.hold(tx);
      const row = await this.read(tx, id);
      if (!membersPolicy.mayInvite(actor, row.role)) throw new RoleRefused();
      if (row.status === 'accepted' || row.status === 'revoked') throw new InvitationEnded(row.status);
      const event = await work(tx, row);
      const record = presentInvitation(await this.read(tx, id));
      await this.outbox.append(tx, event(record));
      return record;
    });
  }

  private async refuseUnseen(tx: Tx, workspaceIds: readonly WorkspaceId[]): Promise<void> {
    if (workspaceIds.length === 0) return;
    const seen = new Set(await this.hierarchy.visibleWorkspaces(tx));
    const index = workspaceIds.findIndex((id) => !seen.has(id));
    if (index !== -1) throw new InvitedWorkspaceNotFound(index);
  }

  private async read(tx: Tx, id: InvitationId): Promise<InvitationRow> {
    const row = await this.reads.get(tx, id);
    if (row === null) throw new RecordNotFound('invitation');
    return row;
  }
}

function expiry(): Date {
  return new Date(clock.nowMs() + INVITATION_DAYS * 86_400_000);
}
