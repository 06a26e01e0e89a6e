import { Injectable } from '@nestjs/common';
import { AccessForbidden } from '../../../access/access-errors';
import type { CallContext } from '../../../access/principal';
import { RateLimits } from '../../../access/rate-limits';
import { MailConfig } from '../../../platform/config/mail.config';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { MemberAddressReadModel } from './member-address.read-model';
import { SendTestMailJob } from './send-test-mail.job';

/** organizations.mail.test: whether mails of the installation arrive, without access to its log. */
@Injectable()
export class TestMailService {
  constructor(
    private readonly limits: RateLimits,
    private readonly members: MemberAddressReadModel,
    private readonly transactions: TransactionRunner,
    private readonly jobs: Jobs,
    private readonly mail: MailConfig,
  ) {}

  /** Only to the caller's own address: the service sends no mail of the caller's choice to others. */
  async send(context: CallContext): Promise<{ to: string; isMailed: boolean }> {
    const { userId } = context.principal;
    const { organizationId } = context;
    await this.limits.testMail(userId);
    return this.transactions.run(context, async (tx) => {
      const to = await this.members.find(tx, userId);
      if (to === null) throw new AccessForbidden('You are not an active member of this organization');
      await this.jobs.enqueue(tx, SendTestMailJob, { organizationId, userId }, { key: userId });
      return { to, isMailed: this.mail.smtpUrl !== undefined };
    });
  }
}
