import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { MailConfig } from '../../../platform/config/mail.config';
import type { InTransaction } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
import type { OperatorContext } from '../../../access/audit/operator';
import { type PasswordLink, PasswordLinksService } from './password-links.service';
import { SendOwnerInvitationJob } from './send-owner-invitation.job';

/** Lets a new owner set a password: with a mail, or else with a link that the operator passes on. */
@Injectable()
export class OwnerInvitationsService {
  constructor(
    private readonly mail: MailConfig,
    private readonly links: PasswordLinksService,
    private readonly jobs: Jobs,
  ) {}

  /** Returns the link, or null if the owner gets a mail. */
  async invite(tx: InTransaction<OperatorContext>, userId: UserId): Promise<PasswordLink | null> {
    if (this.mail.smtpUrl === undefined) return this.links.create(tx, userId);
    await this.jobs.enqueue(tx, SendOwnerInvitationJob, { userId });
    return null;
  }
}
