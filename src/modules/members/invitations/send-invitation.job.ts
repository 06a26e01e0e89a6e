import { Injectable } from '@nestjs/common';
import type { Id, OrganizationId } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { invitationMail } from './invitation.mail';
import { invitationLink, invitationTokenDigest, newInvitationToken } from './invitation-token';
import { InvitationsRepository } from './invitations.repository';

export interface SendInvitationPayload {
  organizationId: OrganizationId;
  invitationId: Id<'invitation'>;
}

/**
 * Mails a new link if the invitation is still pending. The token is created here, so that no queue contains it. Each
 * attempt creates another token, and only the newest is valid.
 */
@Job({ name: 'members.send-invitation', sendsMail: true })
@Injectable()
export class SendInvitationJob implements JobHandler<SendInvitationPayload> {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ organizationId, invitationId }: SendInvitationPayload): Promise<void> {
    const token = newInvitationToken();
    const context = { organizationId, transaction: null };
    const digest = invitationTokenDigest(token);
    const invited = await this.invitations.setToken(context, invitationId, digest);
    if (invited === null) return;
    const organizationUrl = this.http.baseUrlOf(invited.organizationSlug);
    await this.mailer.send(invitationMail({ ...invited, organizationUrl }, invitationLink(this.http, token)));
  }
}
