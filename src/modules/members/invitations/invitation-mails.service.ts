import { Injectable } from '@nestjs/common';
import type { Id } from '../../../kernel/ids';
import { LimitsConfig } from '../../../platform/config/limits.config';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
import { InvitationMailsRepository } from './invitation-mails.repository';
import { TooManyInvitations } from './invitations.errors';
import { SendInvitationJob } from './send-invitation.job';

/**
 * Mails per day: enough to invite a whole company, and too few to flood a mailbox or to harm the sender's reputation.
 */
export const INVITATION_MAIL_LIMITS = { byOrganization: 1_000, toOne: 5, toOneByAll: 20 } as const;

const RETRY_AFTER_SECONDS = 3_600;

/** Sends invitation mails, within limits. */
@Injectable()
export class InvitationMailsService {
  constructor(
    private readonly mails: InvitationMailsRepository,
    private readonly jobs: Jobs,
    private readonly limits: LimitsConfig,
  ) {}

  /** Enqueues the mail, to be sent after the commit; throws if a limit is exceeded. */
  async send(
    tx: InTransaction<TenantContext>,
    { id, emailKey }: { id: Id<'invitation'>; emailKey: string },
  ): Promise<void> {
    const counts = await this.mails.counts(tx, emailKey);
    const isTooMuch =
      counts.sent >= INVITATION_MAIL_LIMITS.byOrganization ||
      counts.toOne >= INVITATION_MAIL_LIMITS.toOne ||
      counts.toOneByAll >= INVITATION_MAIL_LIMITS.toOneByAll;
    if (isTooMuch && this.limits.rateLimits === 'on') throw new TooManyInvitations(RETRY_AFTER_SECONDS);
    await this.mails.add(tx, emailKey);
    const organizationId = tx.organizationId;
    await this.jobs.enqueue(tx, SendInvitationJob, { organizationId, invitationId: id }, { key: id });
  }
}
