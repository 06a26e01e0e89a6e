import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { UsersRepository } from '../users.repository';
import { operatorContext } from '../../../access/audit/operator';
import { ownerInvitationMail } from './owner-invitation.mail';
import { PasswordLinksService } from './password-links.service';

/**
 * Mails the first owner a link to set a password. The link is created when the mail is sent, so no queue stores it; each
 * attempt creates another one, and only the newest is valid.
 */
@Job({ name: 'accounts.send-owner-invitation', sendsMail: true })
@Injectable()
export class SendOwnerInvitationJob implements JobHandler<{ userId: UserId }> {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly users: UsersRepository,
    private readonly links: PasswordLinksService,
    private readonly mailer: Mailer,
  ) {}

  async perform({ userId }: { userId: UserId }): Promise<void> {
    const user = await this.users.findById(NO_TRANSACTION, userId);
    // A repeated attempt must not reset a password that was set with the link of an earlier one.
    if (user === null || user.passwordHash !== null) return;
    const { link } = await this.transactions.run(operatorContext(), (tx) => this.links.create(tx, userId));
    await this.mailer.send(ownerInvitationMail(user.email, link));
  }
}
