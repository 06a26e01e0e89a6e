import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { emailKey } from '../../../kernel/email-key';
import { type Id, newId, type WorkspaceId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import type { EventTaking } from '../../../platform/events/define-event';
import { Outbox } from '../../../platform/events/outbox';
import { HierarchyService, RecordNotFound } from '../../hierarchy';
import { LockedMembersService } from '../locked-members.service';
import { INVITATION_DAYS, invitationTokenDigest, newInvitationToken } from './invitation-token';
import { InvitationMailsService } from './invitation-mails.service';
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
import { AlreadyAMember } from '../members.errors';
import { membersEvents } from '../members.events';
import { inviteMember } from '../members.policy';
import { authorize } from '../../../access/policy';
import { canJoinWorkspaces } from '../../../access/role';

type InvitationId = Id<'invitation'>;
type Tx = InTransaction<CallContext>;

/** Creates, resends and revokes invitations. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly lockedMembers: LockedMembersService,
    private readonly invitations: InvitationsRepository,
    private readonly reads: InvitationsReadModel,
    private readonly mails: InvitationMailsService,
    private readonly outbox: Outbox,
  ) {}

  invite(context: CallContext, { email, role, workspaceIds = [] }: InviteInput): Promise<InvitationOutput> {
    return this.transactions.run(context, async (tx) => {
      const { actor } = await this.lockedMembers.lock(tx);
      authorize(inviteMember, actor, role);
      if (!canJoinWorkspaces(role) && workspaceIds.length > 0) throw new GuestInWorkspaces();
      await this.rejectUnseen(tx, workspaceIds);
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
      await this.outbox.append(tx, membersEvents.invited.create({ invitation }));
      return presentNewInvitation(invitation);
    });
  }

  /**
   * Sends a new link that is valid for seven days; the previous link becomes invalid. The sender becomes the inviter.
   */
  resend(context: CallContext, id: InvitationId): Promise<InvitationRecord> {
    return this.change(context, id, async (tx, row) => {
      await this.renew(tx, row);
      await this.mails.send(tx, { id, emailKey: row.emailKey });
      return membersEvents.invitationResent;
    });
  }

  /** The token of a new link to copy, instead of one by mail; the previous link becomes invalid. The caller becomes the inviter. */
  async replaceToken(
    context: CallContext,
    id: InvitationId,
  ): Promise<{ invitation: InvitationRecord; token: string }> {
    const token = newInvitationToken();
    const invitation = await this.change(context, id, async (tx, row) => {
      await this.renew(tx, row);
      await this.invitations.setCopiedToken(tx, id, invitationTokenDigest(token));
      return membersEvents.invitationLinkCopied;
    });
    return { invitation, token };
  }

  revoke(context: CallContext, id: InvitationId): Promise<InvitationRecord> {
    return this.change(context, id, async (tx, { status }) => {
      if (status !== 'pending') throw new InvitationEnded(status);
      await this.invitations.revoke(tx, id);
      return membersEvents.invitationRevoked;
    });
  }

  private async renew(tx: Tx, { invitationId, emailKey: key }: InvitationRow): Promise<void> {
    if (await this.invitations.isMember(tx, key)) throw new AlreadyAMember();
    const to = { emailKey: key, invitedBy: tx.principal.userId, expiresAt: expiry() };
    if (!(await this.invitations.renew(tx, invitationId, to))) throw new AlreadyInvited();
  }

  /** Changes an invitation that is pending or expired. */
  private change(
    context: CallContext,
    id: InvitationId,
    work: (tx: Tx, row: InvitationRow) => Promise<EventTaking<{ invitation: InvitationRecord }>>,
  ): Promise<InvitationRecord> {
    return this.transactions.run(context, async (tx) => {
      const { actor } = await this.lockedMembers.lock(tx);
      const row = await this.read(tx, id);
      authorize(inviteMember, actor, row.role);
      if (row.status === 'accepted' || row.status === 'revoked') throw new InvitationEnded(row.status);
      const event = await work(tx, row);
      const invitation = presentInvitation(await this.read(tx, id));
      await this.outbox.append(tx, event.create({ invitation }));
      return invitation;
    });
  }

  private async rejectUnseen(tx: Tx, workspaceIds: readonly WorkspaceId[]): Promise<void> {
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
